package dev.haru.auth.device;

import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** The caller's account has no device with this id: 404. */
final class DeviceNotFound extends ProblemException {

    private DeviceNotFound(String detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static DeviceNotFound withId(UUID id) {
        return new DeviceNotFound("You have no device with the id " + id + ".");
    }
}
