package dev.haru.schedule.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.language.ReferenceList;
import dev.haru.platform.test.OnEmbeddedPostgres;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.jdbc.core.simple.JdbcClient;

@OnEmbeddedPostgres
@DataJpaTest
class LocationsTests {

    @Autowired
    private JdbcClient jdbc;

    @Test
    void eachLanguageHasAllLocations() {
        ReferenceList<LocationsResponse> locations = new Locations(jdbc).list();

        assertThat(locations.in("en").items())
                .hasSize(10)
                .first()
                .extracting("name")
                .isEqualTo("Home");
        assertThat(locations.in("ko").items())
                .hasSize(10)
                .first()
                .extracting("name")
                .isEqualTo("집");
        assertThat(locations.entityTag("ko")).isNotEqualTo(locations.entityTag("en"));
    }

    @Test
    void languageIsOneInWhichLocationsHaveNames() {
        ReferenceList<LocationsResponse> locations = new Locations(jdbc).list();

        assertThat(locations.languageFor("ko-KR, en;q=0.8")).isEqualTo("ko");
        assertThat(locations.languageFor("fr")).isEqualTo("en");
    }

    @Test
    void locationWithoutATranslationHasItsEnglishName() {
        jdbc.sql("insert into location_name (location_id, language, name) values (1, 'fr', 'Maison')")
                .update();

        ReferenceList<LocationsResponse> locations = new Locations(jdbc).list();

        assertThat(locations.in(locations.languageFor("fr")).items())
                .extracting("name")
                .startsWith("Maison", "Office");
    }
}
