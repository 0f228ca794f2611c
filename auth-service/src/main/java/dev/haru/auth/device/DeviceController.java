package dev.haru.auth.device;

import dev.haru.auth.event.Origin;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Devices", description = "Devices that have signed in to the account")
@RestController
class DeviceController {

    private final Devices devices;

    DeviceController(Devices devices) {
        this.devices = devices;
    }

    @Operation(
            operationId = "listDevices",
            summary = "List known devices",
            description = "Lists at most ten devices that have signed in to your account, by last use, newest first. "
                    + "The cookie `haru_device` identifies a known device. Failed sign-ins of other clients do not "
                    + "block a known device.")
    @ApiResponse(responseCode = "200", description = "The known devices")
    @SessionOnly
    @GetMapping("/v1/auth/devices")
    DeviceList list(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return new DeviceList(devices.list(Caller.accountOf(caller), Caller.sessionOf(caller)).stream()
                .map(DeviceResponse::of)
                .toList());
    }

    @Operation(
            operationId = "endDevice",
            summary = "End a known device",
            description = "Invalidates the cookie of the device. The sessions of the device stay open.")
    @ApiResponse(responseCode = "204", description = "Ended")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no device with this id")
    @SessionOnly
    @DeleteMapping("/v1/auth/devices/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            HttpServletRequest request) {
        devices.end(Caller.accountOf(caller), id, Origin.of(request).in(Caller.sessionOf(caller)));
    }

    record DeviceList(List<DeviceResponse> items) {}

    /**
     * A known device.
     *
     * @param lastUsedAt time of the last sign-in from the device
     * @param current whether the session of this request was opened from the device
     */
    record DeviceResponse(
            UUID deviceId,
            Instant createdAt,
            Instant lastUsedAt,
            @Nullable String userAgent,
            String address,
            boolean current) {

        static DeviceResponse of(Device device) {
            return new DeviceResponse(
                    device.id(),
                    device.createdAt(),
                    device.lastUsedAt(),
                    device.userAgent(),
                    device.address(),
                    device.current());
        }
    }
}
