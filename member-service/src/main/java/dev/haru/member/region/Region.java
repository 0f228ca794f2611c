package dev.haru.member.region;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Immutable;

/** A region: reference data that only migrations change. */
@Entity
@Immutable
@SuppressWarnings("UnusedVariable") // only queries read the fields
class Region {

    @Id
    private int id;

    private String name;

    private String zone;

    @SuppressWarnings("NullAway.Init")
    protected Region() {}
}
