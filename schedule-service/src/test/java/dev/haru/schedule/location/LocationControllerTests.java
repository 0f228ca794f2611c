package dev.haru.schedule.location;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.haru.platform.language.ReferenceList;
import dev.haru.schedule.location.LocationsResponse.Location;
import java.util.List;
import java.util.Map;
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

    private static final Map<String, String> NAMES = Map.of("en", "Home", "ko", "집");
    private static final ReferenceList<LocationsResponse> LIST = ReferenceList.of(
            NAMES.keySet(),
            language -> new LocationsResponse(List.of(new Location(1, String.valueOf(NAMES.get(language))))));
    private static final String HOME_TAG = '"' + LIST.entityTag("en") + '"';

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Locations locations;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void locations() {
        when(locations.list()).thenReturn(LIST);
    }

    @Test
    void listWithoutTokenIsReturnedAndCacheable() {
        MvcTestResult answer = http.get().uri("/v1/locations").exchange();

        assertThat(answer).hasStatusOk();
        assertThat(answer).hasHeader("ETag", HOME_TAG).hasHeader("Cache-Control", "max-age=300, public");
        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"items": [{"locationId": 1, "name": "Home"}]}
                """);
    }

    @Test
    void listWithCurrentEntityTagIsNotModified() {
        MvcTestResult answer = http.get()
                .uri("/v1/locations")
                .header("If-None-Match", HOME_TAG)
                .exchange();

        assertThat(answer).hasStatus(304);
        assertThat(answer).hasHeader("ETag", HOME_TAG).hasHeader("Cache-Control", "max-age=300, public");
        assertThat(answer).body().isEmpty();
    }

    @Test
    void listDependsOnTheLanguage() {
        MvcTestResult answer = http.get()
                .uri("/v1/locations")
                .header("Accept-Language", "ko")
                .header("If-None-Match", HOME_TAG)
                .exchange();

        assertThat(answer).hasStatusOk().hasHeader("Content-Language", "ko").hasHeader("Vary", "Accept-Language");
        assertThat(answer).bodyJson().extractingPath("$.items[0].name").isEqualTo("집");
    }

    /** The endpoint ignores tokens, so it also answers while tokens cannot be checked. */
    @Test
    void listIgnoresTheToken() {
        assertThat(http.get().uri("/v1/locations").header("Authorization", "Bearer whatever"))
                .hasStatusOk();

        verifyNoInteractions(introspector);
    }

    @Test
    void postWithoutTokenIsNotAllowed() {
        assertThat(http.post().uri("/v1/locations")).hasStatus(405);
    }
}
