package dev.haru.schedule.firstpage;

import dev.haru.schedule.category.Categories;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Sends the pages that are not cached; {@link CachedPageFilter} sends the cached pages. */
@Tag(name = "Templates")
@ApiResponse(
        responseCode = "200",
        description = "The page. The names of categories are in the language of `Accept-Language`, or in English.",
        headers = {
            @Header(name = HttpHeaders.ETAG, description = "The version"),
            @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
        },
        content = @Content(schema = @Schema(implementation = FirstPageResponse.class)))
@ApiResponse(responseCode = "503", description = "`service-unavailable`: try again after `Retry-After` seconds")
@RestController
class FirstPageController {

    private final FirstPages pages;
    private final FirstPageWriter writer;
    private final Categories categories;

    FirstPageController(FirstPages pages, FirstPageWriter writer, Categories categories) {
        this.pages = pages;
        this.writer = writer;
        this.categories = categories;
    }

    @Operation(
            operationId = "readFirstPage",
            summary = "List the best templates in four orders",
            description = "Lists ten templates in each order: best rated, most adopted, newest, recently updated. "
                    + "Needs no token. The response is the same for all clients, and clients may cache it.")
    @GetMapping(path = "/v1/templates/first-page", produces = MediaType.APPLICATION_JSON_VALUE)
    void overall(HttpServletRequest request, HttpServletResponse response) throws IOException {
        send(null, request, response);
    }

    @Operation(
            operationId = "readFirstPageOfCategory",
            summary = "List the best templates of a category in four orders",
            description = "Lists the same four orders for the templates of one category.")
    @ApiResponse(responseCode = "404", description = "`unknown-category`: `categories` lists the codes")
    @GetMapping(path = "/v1/templates/first-page/{category}", produces = MediaType.APPLICATION_JSON_VALUE)
    void ofCategory(
            @PathVariable @Parameter(description = "The code of the category", example = "fitness") String category,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        send(category, request, response);
    }

    private void send(@Nullable String category, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String language = categories.languageFor(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
        writer.send(pages.get(category, language), request, response);
    }
}
