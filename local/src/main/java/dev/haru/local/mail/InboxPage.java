package dev.haru.local.mail;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the inbox: {@value #PATH} lists the mails, {@code /dev/mail/3} shows one, {@code /dev/mail/3/text} and
 * {@code /dev/mail/3/html} are its parts.
 *
 * <p>Longer than 120 lines because the pages stand beside their requests.
 */
final class InboxPage implements HttpHandler {

    static final String PATH = "/dev/mail";

    private static final Pattern MAIL = Pattern.compile(PATH + "/(\\d{1,9})(?:/(text|html))?");
    private static final Pattern LOCAL_HOST = Pattern.compile("(?:127\\.0\\.0\\.1|localhost|\\[::1])(?::\\d+)?");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self';"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The mail itself runs no script. A link opens in a tab. */
    private static final String MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:;"
            + " sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>%s</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
            table { width: 100%%; border-collapse: collapse; }
            td, th { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
            td:first-child, th:first-child { white-space: nowrap; width: 5rem; }
            pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8884; border-radius: .5rem; }
            iframe { width: 100%%; height: 32rem; border: 1px solid #8884; border-radius: .5rem; }
            </style></head><body>
            """;

    private final ReceivedMails mails;

    InboxPage(ReceivedMails mails) {
        this.mails = mails;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Page page = page(exchange);
            byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", page.type() + "; charset=utf-8");
            headers.set("Content-Security-Policy", page.policy());
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(page.status(), body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private Page page(HttpExchange exchange) {
        // A page of another site could otherwise read the mails under a name that resolves to this machine.
        String host = exchange.getRequestHeaders().getFirst("Host");
        if (host == null || !LOCAL_HOST.matcher(host).matches()) {
            return Page.text(403, "The inbox answers requests to 127.0.0.1 and localhost only.\n");
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            return Page.text(405, "The inbox supports GET only.\n");
        }
        String path =
                Optional.ofNullable(exchange.getRequestURI()).map(URI::getPath).orElse("");
        if (path.equals(PATH)) {
            return Page.html(list(mails.all()));
        }
        Matcher mail = MAIL.matcher(path);
        Optional<ReceivedMail> found =
                mail.matches() ? mails.numbered(Integer.parseInt(mail.group(1))) : Optional.empty();
        return found.map(some -> page(some, mail.group(2)))
                .orElseGet(() -> Page.text(404, "There is no such mail: see " + PATH + ".\n"));
    }

    private static Page page(ReceivedMail mail, @Nullable String part) {
        return switch (part) {
            case "text" -> Page.text(200, mail.content().text());
            case "html" ->
                new Page(200, "text/html", MAIL_POLICY, mail.content().html());
            case null, default -> Page.html(show(mail));
        };
    }

    private static String list(List<ReceivedMail> all) {
        StringBuilder page = new StringBuilder(HEAD.formatted("Inbox"));
        page.append("<h1>Inbox</h1>\n<p>The mails that Haru has sent since make run, newest first, at most ")
                .append(ReceivedMails.MAX)
                .append(". None of them left this machine.</p>\n");
        if (all.isEmpty()) {
            return page.append("<p>No mail yet.</p></body></html>\n").toString();
        }
        page.append("<table><tr><th>Time</th><th>To</th><th>Subject</th></tr>\n");
        for (ReceivedMail mail : all) {
            page.append("<tr><td>%s</td><td>%s</td><td><a href=\"%s/%d\">%s</a></td></tr>\n"
                    .formatted(
                            TIME.format(mail.content().receivedAt()),
                            escaped(mail.content().to()),
                            PATH,
                            mail.number(),
                            escaped(mail.content().subject())));
        }
        return page.append("</table></body></html>\n").toString();
    }

    private static String show(ReceivedMail mail) {
        ReceivedMail.Content content = mail.content();
        return HEAD.formatted(escaped(content.subject()))
                + """
                <p><a href="%1$s">Inbox</a></p>
                <h1>%2$s</h1>
                <p>To %3$s at %4$s</p>
                <h2>HTML</h2>
                <iframe title="The mail as HTML" src="%1$s/%5$d/html"></iframe>
                <h2>Text</h2>
                <pre>%6$s</pre>
                </body></html>
                """.formatted(
                                PATH,
                                escaped(content.subject()),
                                escaped(content.to()),
                                TIME.format(content.receivedAt()),
                                mail.number(),
                                escaped(content.text()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private record Page(int status, String type, String policy, String body) {

        static Page html(String body) {
            return new Page(200, "text/html", POLICY, body);
        }

        static Page text(int status, String body) {
            return new Page(status, "text/plain", POLICY, body);
        }
    }
}
