package dev.haru.schedule.category;

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

@Tag(name = "Templates")
@RestController
class CategoryController {

    private final Categories categories;

    CategoryController(Categories categories) {
        this.categories = categories;
    }

    @Operation(
            operationId = "listCategories",
            summary = "List the categories",
            description = "Lists the categories that a template can have. Needs no token. Clients may cache the "
                    + "response. The names are in the language of `Accept-Language`, or in English.")
    @ApiResponse(
            responseCode = "200",
            description = "All categories",
            headers = {
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @GetMapping("/v1/categories")
    ResponseEntity<CategoriesResponse> list(
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String acceptLanguage) {
        return categories.list().respond(acceptLanguage);
    }
}
