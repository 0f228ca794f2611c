package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.schedule.report.StatementCount;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

@OnEmbeddedPostgres // must be first, or the slice requires an in-memory database
@DataJpaTest
@Import(StatementCount.class)
@Transactional(propagation = Propagation.NOT_SUPPORTED)
class TemplateRepositoryTests {

    @Autowired
    private TemplateRepository templates;

    @Autowired
    private StatementCount statements;

    @Test
    void templateAndItsStepsAreReadInOneStatement() {
        List<Step> steps = List.of(
                new Step("First", 0, 30, 1, null, null),
                new Step("Second", 60, 30, 1, "after it", "FREQ=DAILY;COUNT=2"));
        Template made = templates.saveAndFlush(new Template(
                UUID.randomUUID(), new Content(8, "Whole", "Somewhere", 60, 1, null, steps), Instant.now()));
        int before = statements.soFar();

        Template found = templates.findById(made.id()).orElseThrow();

        assertThat(statements.soFar() - before).isEqualTo(1);
        assertThat(found.content().steps()).isEqualTo(steps);
    }
}
