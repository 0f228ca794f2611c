package dev.haru.local;

import dev.haru.local.demo.DemoData;
import dev.haru.local.mail.MailInbox;
import dev.haru.local.port.Port;
import dev.haru.local.process.Progress;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** The text that the launcher prints when all services are ready: addresses, members, and a first request. */
record Welcome(Settings settings) {

    String text(long startNanos) {
        String gateway = settings.ports().browserUrl(Port.GATEWAY);
        return """

                Haru is up after %s.

                  Gateway    %s
                  API page   %s/docs
                  Mails      %s
                  Members    %s
                  Logs       %s%s

                Try it:

                  %s

                Ctrl-C stops Haru.
                """.formatted(
                        Progress.seconds(startNanos),
                        gateway,
                        gateway,
                        settings.ports().url(Port.MAIL) + MailInbox.PATH,
                        members(),
                        settings.directory().root().resolve("log"),
                        traces(),
                        settings.demo() ? login(gateway) : register(gateway));
    }

    private String traces() {
        return (settings.traced() ? "\n  Traces     " + settings.directory().traces() : "")
                + (settings.showsTraces() ? "\n  Latency    " + settings.ports().url(Port.LATENCY) : "");
    }

    private String members() {
        return settings.demo()
                ? "seed_0 to seed_%d, password %s, %d schedules each"
                        .formatted(DemoData.MEMBERS - 1, DemoData.PASSWORD, settings.schedules())
                : "none yet";
    }

    private static String login(String gateway) {
        return post(gateway + "/v1/auth/user/login", """
                {"nickname":"seed_0","password":"%s"}""".formatted(DemoData.PASSWORD));
    }

    /** Uses a new nickname each time, because the data is kept and the nickname would be taken in the second run. */
    private static String register(String gateway) {
        String nickname = "guest_"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        return post(gateway + "/v1/auth/user/register", """
                {"nickname":"%s","password":"%s","region_name":"Seoul"}""".formatted(nickname, DemoData.PASSWORD));
    }

    private static String post(String url, String body) {
        return "curl -s %s -H 'Content-Type: application/json' -d '%s'".formatted(url, body);
    }
}
