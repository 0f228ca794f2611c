package dev.haru.auth.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.OpenTransaction;
import java.sql.SQLException;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** The removal of an account beside other transactions, and the tables that it empties. */
@AuthServiceTest
class ErasureStoreTests {

    private static final int BATCH = 1000;

    @Autowired
    private ErasureStore store;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private Clock clock;

    @Autowired
    private PlatformTransactionManager transactions;

    private AccountRows account;

    @BeforeEach
    void insertAccount() throws SQLException {
        account = AccountRows.ofNewAccount();
    }

    @ParameterizedTest
    @ValueSource(strings = {"token_history", "access_token", "refresh_token", "security_event", "session", "device"})
    void removalDoesNotWaitForRowsThatAnotherTransactionDeletes(String table) throws Exception {
        account.insert("session");
        account.insertMany(table, BATCH + 100);
        try (OpenTransaction other = OpenTransaction.begin("auth")) {
            other.jdbc()
                    .sql("""
                            delete from %1$s where ctid = any (array(
                                select ctid from %1$s where %2$s = ? order by ctid limit 250))
                            """.formatted(table, AccountRows.ownerColumn(table)))
                    .param(account.id())
                    .update();

            assertThat(other.commitDuring(() -> store.remove(account.id(), BATCH, BATCH)))
                    .as("a call that waits finds all rows deleted after the commit")
                    .isFalse();
        }

        assertThat(store.remove(account.id(), BATCH, BATCH)).isTrue();
        assertThat(account.count(table)).isZero();
        assertThat(account.exists()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"token_history", "security_event", "device"})
    void accountStaysWhileRowsAreLeft(String table) {
        account.insertMany(table, 3);

        assertThat(store.remove(account.id(), 1, 2)).isFalse();
        assertThat(account.exists()).isTrue();
        assertThat(store.remove(account.id(), 1, 10)).isTrue();
        assertThat(account.exists()).isFalse();
    }

    /** A batch that is not full has left no row that it could delete. */
    @Test
    void oneStatementEmptiesATableOfFewRows() {
        account.insertIntoAllTables();
        PlatformTransactionManager counted = mock(PlatformTransactionManager.class, delegatesTo(transactions));

        assertThat(new ErasureStore(jdbc, clock, counted).remove(account.id(), BATCH, BATCH))
                .isTrue();

        then(counted).should(times(7).description("six tables and the account")).getTransaction(any());
    }

    @Test
    void removalOfAnAbsentAccountIsReported() {
        assertThat(store.remove(account.id(), BATCH, BATCH)).isTrue();
        assertThat(store.remove(account.id(), BATCH, BATCH)).isFalse();
    }

    @Test
    void noTableKeepsRowsOfAnErasedAccount() {
        account.insertIntoAllTables();
        assertThat(account.tablesWithRows())
                .as("each table with a column account_id has a row in this test")
                .containsExactlyInAnyOrderElementsOf(AccountRows.tables().stream()
                        .filter(table -> !AccountRows.DELETED_BEFORE.contains(table))
                        .toList());

        assertThat(store.remove(account.id(), BATCH, BATCH)).isTrue();

        assertThat(account.tablesWithRows()).containsExactlyInAnyOrderElementsOf(AccountRows.KEPT.keySet());
    }
}
