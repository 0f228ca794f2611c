package dev.haru.auth.account;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.platform.database.Instants.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.StoredAccount;
import dev.haru.auth.account.RegistrationController.RegionChoice;
import dev.haru.auth.event.Origin;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.interleaving.Interleaving;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Changes of nicknames and registrations in all orders: each nickname has one owner. */
@AuthServiceTest
class AccountInterleavingTests {

    private static final Origin ORIGIN = new Origin("203.0.113.9", null, null);

    /** Each registration computes a password hash. */
    private static final int FEW_ORDERS = 30;

    @Autowired
    private IdentifierUpdate update;

    @Autowired
    private Registration registration;

    @Autowired
    private MovableClock clock;

    private static final JdbcClient jdbc = EmbeddedDatabase.jdbcOnOneConnection("auth");

    private String wanted;
    private String free;
    private UUID owner;
    private UUID other;
    private UUID third;

    @Test
    void freedNicknameStaysWithItsLastOwner() throws Exception {
        Interleaving.of(this::insertAccounts)
                .participant("change by the owner", () -> tryToRename(owner, free))
                .participant("change by another account", () -> tryToRename(other, wanted))
                .participant("change to the new name", () -> tryToRename(third, free))
                .check(() -> {
                    assertThat(accountsWith(wanted)).isSubsetOf(owner);
                    assertThat(accountsWith(free)).hasSize(1);
                    assertThat(holderOf(wanted)).isIn(List.of(), List.of(owner));
                });
    }

    @Test
    void registrationTakesNoFreedNickname() throws Exception {
        Interleaving.of(this::insertAccounts)
                .limit(FEW_ORDERS)
                .participant("change by the owner", () -> rename(owner, free))
                .participant("registration", () -> tryToRegister(wanted))
                .check(() -> {
                    assertThat(accountsWith(wanted)).isEmpty();
                    assertThat(accountsWith(free)).containsExactly(owner);
                });
    }

    @Test
    void lookAlikeNicknamesHaveOneOwner() throws Exception {
        Interleaving.of(this::insertAccounts)
                .limit(FEW_ORDERS)
                .participant("change", () -> tryToRename(owner, free + "a"))
                .participant("change to a look-alike", () -> tryToRename(other, free + "\u0430"))
                .participant("registration", () -> tryToRegister(free + "a"))
                .check(() -> assertThat(jdbc.sql("select count(*) from account where nickname_skeleton = ?")
                                .param(Skeleton.of(free + "a"))
                                .query(Integer.class)
                                .single())
                        .isOne());
    }

    @Test
    void returnToAFreedNicknameEndsItsHold() throws Exception {
        Interleaving.of(() -> {
                    insertAccounts();
                    rename(owner, free);
                })
                .participant("return", () -> rename(owner, wanted))
                .participant("second return", () -> rename(owner, wanted))
                .participant("other account", () -> tryToRename(other, wanted))
                .check(() -> {
                    assertThat(accountsWith(wanted)).containsExactly(owner);
                    assertThat(holderOf(wanted)).isEmpty();
                    assertThat(holderOf(free)).containsExactly(owner);
                });
    }

    @BeforeEach
    void insertAccounts() {
        wanted = freshNickname();
        free = freshNickname();
        owner = StoredAccount.insert(wanted);
        other = StoredAccount.insert();
        third = StoredAccount.insert();
        List.of(owner, other, third).forEach(this::insertSession);
    }

    /** Writes a session with a fresh proof, which has the id of the account. */
    private void insertSession(UUID account) {
        jdbc.sql("""
                        insert into session (id, account_id, created_at, last_used_at, address)
                        values (:account, :account, :now, :now, '192.0.2.1')
                        """)
                .param("account", account)
                .param("now", at(clock.instant()))
                .update();
    }

    private void rename(UUID account, String nickname) {
        var _ = update.update(account, Nickname.of(nickname), null, ORIGIN.in(account), "en");
    }

    private void tryToRename(UUID account, String nickname) {
        try {
            rename(account, nickname);
        } catch (IdentifierTaken expected) {
            // Another account has the nickname.
        }
    }

    private void tryToRegister(String nickname) {
        try {
            var _ = registration.register(
                    Nickname.of(nickname),
                    null,
                    "correct horse battery",
                    new RegionChoice("regionName", "Seoul"),
                    ORIGIN,
                    "en");
        } catch (IdentifierTaken expected) {
            // Another account has the nickname.
        }
    }

    private List<UUID> accountsWith(String nickname) {
        return jdbc.sql("select id from account where nickname_key = ?")
                .param(Nickname.of(nickname).key())
                .query((row, _) -> row.getObject("id", UUID.class))
                .list();
    }

    private List<UUID> holderOf(String nickname) {
        return jdbc.sql("select account_id from freed_nickname where digest = sha256(convert_to(?, 'UTF8'))")
                .param(Nickname.of(nickname).key())
                .query((row, _) -> row.getObject("account_id", UUID.class))
                .list();
    }
}
