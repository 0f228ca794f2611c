package dev.haru.auth.mail;

import dev.haru.auth.MailServer;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The mailboxes of members. A read first delivers the pending mails. */
@TestComponent
public class Mailboxes {

    private final MailRelay relay;
    private final MailSeal seal;
    private final MovableClock clock;
    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    Mailboxes(MailRelay relay, MailSeal seal, MovableClock clock) {
        this.relay = relay;
        this.seal = seal;
        this.clock = clock;
    }

    public void deliver() {
        relay.relay();
    }

    /** Returns the plain texts of the mails to an address, in the order of their arrival. */
    public List<String> textsTo(String address) {
        deliver();
        return MailServer.textsTo(address);
    }

    /**
     * Returns the token of the last link to a page, such as {@code reset-password}. Mails that wait together are sent
     * at the same time, so the last mail may contain a link to another page.
     */
    public String lastLinkTo(String address, String page) {
        Pattern link = Pattern.compile("http://\\S+/account/" + page + "\\?lang=en#(\\S+)");
        return textsTo(address).stream()
                .map(link::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    /** Returns the number of mails that this account requested and that are not delivered yet. */
    public int pendingOf(UUID account) {
        return jdbc.sql("select count(*) from mail where account = ? and sealed is not null")
                .param(seal.digest(account))
                .query(Integer.class)
                .single();
    }

    /** Uses up the five mails of one template that an address gets in an hour. */
    public void exhaustLimit(String address, String template) {
        jdbc.sql("""
                        insert into mail (id, recipient, template, created_at, expires_at)
                        select gen_random_uuid(), :recipient, :template, cast(:now as timestamptz), cast(:now as timestamptz)
                        from generate_series(1, 5)
                        """)
                .param("recipient", recipient(address))
                .param("template", template)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Makes the limit of a template for an address available again. */
    public void resetLimit(String address, String template) {
        jdbc.sql("delete from mail where recipient = ? and template = ?")
                .params(recipient(address), template)
                .update();
    }

    private byte[] recipient(String address) {
        return seal.digest(MailAddress.of(address).orElseThrow());
    }
}
