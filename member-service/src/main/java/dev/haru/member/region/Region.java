package dev.haru.member.region;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Immutable;

/** A row of reference data; new ones come by migration. */
@Entity
@Immutable
@SuppressWarnings("UnusedVariable") // read by queries only
class Region {

    @Id
    private int id;

    private String name;

    private String zone;

    @SuppressWarnings("NullAway.Init")
    protected Region() {}
}
