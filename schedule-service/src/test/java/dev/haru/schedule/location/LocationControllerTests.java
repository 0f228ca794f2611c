package dev.haru.schedule.location;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@WebMvcTest(LocationController.class)
class LocationControllerTests {

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Locations locations;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void locations() {
        when(locations.all()).thenReturn(new LocationsResponse(List.of(new LocationsResponse.Location(1, "Home"))));
        when(locations.entityTag()).thenReturn("of-home");
    }

    @Test
    void listWithoutTokenIsReturnedAndCacheable() {
        MvcTestResult answer = http.get().uri("/v1/locations").exchange();

        assertThat(answer).hasStatusOk();
        assertThat(answer).hasHeader("ETag", "\"of-home\"").hasHeader("Cache-Control", "max-age=300, public");
        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"items": [{"locationId": 1, "name": "Home"}]}
                """);
    }

    @Test
    void listWithCurrentEntityTagIsNotModified() {
        MvcTestResult answer = http.get()
                .uri("/v1/locations")
                .header("If-None-Match", "\"of-home\"")
                .exchange();

        assertThat(answer).hasStatus(304);
        assertThat(answer).hasHeader("ETag", "\"of-home\"").hasHeader("Cache-Control", "max-age=300, public");
        assertThat(answer).body().isEmpty();
    }

    /** The endpoint ignores tokens, so it also answers while tokens cannot be checked. */
    @Test
    void listIgnoresTheToken() {
        assertThat(http.get().uri("/v1/locations").header("Authorization", "Bearer whatever"))
                .hasStatusOk();

        verifyNoInteractions(introspector);
    }

    @Test
    void postWithoutTokenIsUnauthorized() {
        assertThat(http.post().uri("/v1/locations")).hasStatus(401);
    }
}
