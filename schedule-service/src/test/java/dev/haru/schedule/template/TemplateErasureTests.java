package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.haru.platform.test.OpenTransaction;
import dev.haru.schedule.calendar.CalendarClosed;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The erasure of a member's templates beside another transaction. */
@OnTemplates
@Import({TemplateErasure.class, ReviewCleanup.class})
class TemplateErasureTests {

    private static final int TEMPLATES = 20;

    @Autowired
    private TemplateErasure erasure;

    private final JdbcClient jdbc = TemplateFixture.admin();

    @Test
    void erasureLocksTemplatesInTheOrderOfTheirIds() throws Exception {
        UUID owner = TemplateFixture.memberWithDrafts(TEMPLATES);
        // The last template in the table gets the first id.
        jdbc.sql("update schedule.template set id = :first where id = :last")
                .param("first", new UUID(0, owner.getLeastSignificantBits()))
                .param("last", templatesOf(owner).getLast())
                .update();
        List<UUID> templates = templatesOf(owner);
        CompletableFuture<Boolean> erased;
        try (OpenTransaction other = OpenTransaction.begin("schedule")) {
            lock(other, templates.getFirst());
            erased = other.start(() -> {
                erasure.on(new CalendarClosed(owner));
                return true;
            });

            assertThatCode(() -> templates.forEach(template -> lock(other, template)))
                    .doesNotThrowAnyException();
            other.commit();
        }
        // The wait may have exceeded the time-out of the statement.
        var _ = erased.exceptionally(_ -> false).join();

        erasure.on(new CalendarClosed(owner));
        assertThat(TemplateFixture.count("template", "owner_id = ?", owner)).isZero();
    }

    private List<UUID> templatesOf(UUID owner) {
        return jdbc.sql("select id from schedule.template where owner_id = ? order by id")
                .param(owner)
                .query((row, _) -> row.getObject("id", UUID.class))
                .list();
    }

    private static void lock(OpenTransaction transaction, UUID template) {
        transaction
                .jdbc()
                .sql("select id from template where id = ? for update nowait")
                .param(template)
                .query(UUID.class)
                .single();
    }
}
