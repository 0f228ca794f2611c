package dev.haru.member.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.test.OnEmbeddedPostgres;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

@OnEmbeddedPostgres
@DataJpaTest
@Import(Regions.class)
class RegionsTests {

    @Autowired
    private Regions regions;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void seoulHasTheFirstId() {
        assertThat(regions.idOf("regionName", "Seoul")).isOne();
    }

    @Test
    void everyRegionHasATimeZoneOfJava() {
        List<@Nullable String> zones =
                jdbc.sql("select zone from region").query(String.class).list();

        assertThat(zones).hasSizeGreaterThan(30);
        assertThat(ZoneRulesProvider.getAvailableZoneIds()).containsAll(zones);
    }

    @Test
    void unknownNameIsRefusedWithAllNames() {
        assertThatThrownBy(() -> regions.idOf("regionName", "Atlantis"))
                .isInstanceOfSatisfying(
                        InvalidRequest.class,
                        refusal -> assertThat(refusal.getBody().getProperties())
                                .extractingByKey("errors")
                                .asString()
                                .contains("regionName", "Seoul", "Kathmandu"));
    }
}
