package dev.haru.member.region;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Regions", description = "The regions in which members live, as reference data")
@RestController
class RegionController {

    private final RegionList regions;

    RegionController(RegionList regions) {
        this.regions = regions;
    }

    @Operation(
            operationId = "listRegions",
            summary = "List the regions",
            description = "Lists the regions that a member can choose. Needs no token. Clients may cache the response. "
                    + "The display names are in the language of `Accept-Language`, or in English.")
    @ApiResponse(
            responseCode = "200",
            description = "All regions",
            headers = {
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @GetMapping("/v1/regions")
    ResponseEntity<RegionsResponse> list(
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String acceptLanguage) {
        return regions.list().respond(acceptLanguage);
    }
}
