package dev.haru.schedule.calendar;

import java.util.UUID;
import org.springframework.boot.test.context.TestComponent;

/** Lets tests of other packages erase a member. */
@TestComponent
public class ErasureDriver {

    private final Erasure erasure;

    ErasureDriver(Erasure erasure) {
        this.erasure = erasure;
    }

    /** Erases a member's calendar and data in the catalogue. */
    public void erase(UUID memberId) {
        erasure.erase(memberId);
    }
}
