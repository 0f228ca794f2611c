package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.schedule.calendar.ErasureLock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.PlatformTransactionManager;

/** Tests the deletion of a template, which runs in several transactions, with changes between these. */
class TemplatesTests {

    private static final UUID OWNER = UUID.randomUUID();
    private static final UUID ID = UUID.randomUUID();
    private static final Instant NOW = Instant.parse("2026-11-22T09:00:00Z");
    private static final Content CONTENT = new Content(8, "Popular", "Somewhere", 60, 1, null, List.of());

    private final TemplateRepository repository = mock(TemplateRepository.class);
    private final ReviewCleanup reviewCleanup = mock(ReviewCleanup.class);
    private final Template template = new Template(OWNER, CONTENT, NOW);
    private final Templates templates = new Templates(
            repository,
            mock(Reviews.class),
            reviewCleanup,
            mock(ErasureLock.class),
            new TemplateProperties(
                    100, new TemplateProperties.Ranking(Duration.ofMinutes(1), Duration.ofSeconds(50), 10)),
            ReplicaRouting.withoutReplica(),
            Clock.systemUTC(),
            mock(PlatformTransactionManager.class));

    @BeforeEach
    void templateExists() {
        given(repository.findById(ID)).willReturn(Optional.of(template));
    }

    @Test
    void deleteRemovesReviewsBeforeTheTemplate() {
        templates.delete(OWNER, ID, IfMatch.ANY);

        InOrder order = inOrder(reviewCleanup, repository);
        order.verify(reviewCleanup).deleteOf(ID, template.version());
        order.verify(repository).delete(template);
        order.verify(repository).flush();
    }

    @Test
    void deleteAfterAnEditRemovesReviewsOfTheNewVersion() {
        Template edited = spy(template);
        given(edited.version()).willReturn(1);
        given(repository.findById(ID)).willReturn(Optional.of(template)).willReturn(Optional.of(edited));

        templates.delete(OWNER, ID, IfMatch.ANY);

        InOrder order = inOrder(reviewCleanup, repository);
        order.verify(reviewCleanup).deleteOf(ID, 0);
        order.verify(reviewCleanup).deleteOf(ID, 1);
        order.verify(repository).delete(edited);
    }

    @Test
    void templateReleasedDuringTheDeletionStays() {
        willAnswer(_ -> {
                    template.release(IfMatch.ANY, NOW);
                    return null;
                })
                .given(reviewCleanup)
                .deleteOf(ID, template.version());

        assertThatExceptionOfType(TemplateConflict.class).isThrownBy(() -> templates.delete(OWNER, ID, IfMatch.ANY));

        then(repository).should(never()).delete(any());
    }

    @Test
    void deleteOfAVersionThatChangesIsRefused() {
        willThrow(new OptimisticLockingFailureException("changed"))
                .given(repository)
                .flush();

        assertThatExceptionOfType(TemplateChanged.class)
                .isThrownBy(() -> templates.delete(OWNER, ID, IfMatch.parse("\"0\"")));
    }

    @Test
    void deleteWithoutIfMatchIsRepeatedAfterAConflict() {
        willThrow(new OptimisticLockingFailureException("changed"))
                .willDoNothing()
                .given(repository)
                .flush();

        templates.delete(OWNER, ID, IfMatch.ANY);

        then(reviewCleanup).should(times(2)).deleteOf(ID, template.version());
        then(repository).should(times(2)).delete(template);
    }

    @Test
    void deleteFailsAfterRepeatedConflicts() {
        willThrow(new OptimisticLockingFailureException("changed"))
                .given(repository)
                .flush();

        assertThatExceptionOfType(OptimisticLockingFailureException.class)
                .isThrownBy(() -> templates.delete(OWNER, ID, IfMatch.ANY));
    }
}
