package dev.haru.schedule.location;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Locations")
@RestController
class LocationController {

    private static final CacheControl CACHE_CONTROL =
            CacheControl.maxAge(Duration.ofMinutes(5)).cachePublic();

    private final Locations locations;

    LocationController(Locations locations) {
        this.locations = locations;
    }

    @Operation(
            operationId = "listLocations",
            summary = "List the locations",
            description = "Lists the locations that a schedule can have. Needs no token. Clients may cache the "
                    + "response.")
    @ApiResponse(responseCode = "200", description = "All locations")
    @GetMapping("/v1/locations")
    ResponseEntity<LocationsResponse> list() {
        return ResponseEntity.ok()
                .cacheControl(CACHE_CONTROL)
                .eTag(locations.entityTag())
                .body(locations.all());
    }
}
