package dev.haru.platform.neighbour;

import feign.FeignException;
import feign.RetryableException;
import org.springframework.http.HttpStatus;

/** Tells a neighbour that cannot answer from one that gave an answer that is no use. */
public final class NeighbourDown {

    private NeighbourDown() {}

    /** Whether a call failed because the neighbour was not reached, did not answer in time, or broke down itself. */
    public static boolean is(RuntimeException failure) {
        return switch (failure) {
            case RetryableException _ -> true;
            case FeignException answer -> answer.status() >= HttpStatus.INTERNAL_SERVER_ERROR.value();
            default -> false;
        };
    }
}
