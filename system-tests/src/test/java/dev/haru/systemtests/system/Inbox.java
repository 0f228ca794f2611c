package dev.haru.systemtests.system;

import dev.haru.local.HaruSystem;
import dev.haru.local.mail.MailInbox;
import dev.haru.local.port.Port;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The mails that the system has sent. */
final class Inbox {

    /** Longer than the pause of the relay after a failed attempt and than its lease, each of up to a minute or two. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Client page;

    Inbox(HaruSystem system) {
        this.page = new Client(system.url(Port.MAIL));
    }

    /** Waits for so many mails to this address with this subject, and returns the text of the newest. */
    String newest(String to, String subject, int count) {
        return Awaitility.await("mail to " + to + ": " + subject)
                .atMost(LIMIT)
                .until(() -> texts(to, subject), texts -> texts.size() >= count)
                .getFirst();
    }

    /** Returns the token of the link in a mail. */
    static String tokenIn(String mail) {
        return find("#(\\S+)", mail);
    }

    /** Returns the six-digit code in a mail. */
    static String codeIn(String mail) {
        return find("(?m)^(\\d{6})\\r?$", mail);
    }

    private List<String> texts(String to, String subject) {
        Matcher row = Pattern.compile("<td>%s</td><td><a href=\"([^\"]+)\">%s</a>"
                        .formatted(Pattern.quote(to), Pattern.quote(subject)))
                .matcher(page.get(MailInbox.PATH).body());
        List<String> texts = new ArrayList<>();
        while (row.find()) {
            texts.add(page.get(row.group(1) + "/text").body());
        }
        return texts;
    }

    private static String find(String pattern, String mail) {
        Matcher found = Pattern.compile(pattern).matcher(mail);
        if (!found.find()) {
            throw new AssertionError("no " + pattern + " in " + mail);
        }
        return found.group(1);
    }
}
