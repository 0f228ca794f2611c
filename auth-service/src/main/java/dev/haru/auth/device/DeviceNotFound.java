package dev.haru.auth.device;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** The caller's account has no device with this id: 404. */
final class DeviceNotFound extends ProblemException {

    private DeviceNotFound(Message detail) {
        super(HttpStatus.NOT_FOUND, "not-found", detail);
    }

    static DeviceNotFound withId(UUID id) {
        return new DeviceNotFound(Message.of("detail.not-found.device", id));
    }
}
