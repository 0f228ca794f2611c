package dev.haru.auth.mail;

import static dev.haru.auth.mail.MailFixture.VALUES;
import static dev.haru.auth.mail.MailFixture.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.MailServer;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.util.HtmlUtils;

/** The texts of mails. */
@AuthServiceTest
class MailContentTests {

    @Autowired
    private MailFixture mails;

    @Autowired
    private MailOutbox outbox;

    @Autowired
    private MailRelay relay;

    @Autowired
    private MailTemplates templates;

    private final String address = freshAddress();

    @BeforeEach
    void emptyOutbox() {
        mails.emptyOutbox();
    }

    @Test
    void mailArrivesAsTextAndHtml() throws Exception {
        UUID id = mails.publish(address).orElseThrow();

        relay.relay();

        MimeMessage mail = onlyMail();
        assertThat(mail.getMessageID()).isEqualTo("<" + id + "@haru.example>");
        assertThat(mail.getSubject()).isEqualTo("Haru can send mails");
        assertThat(mail.getFrom()).extracting(Object::toString).containsExactly(MailServer.FROM);
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        Multipart texts = (Multipart) mail.getContent();
        assertThat(texts.getContentType()).startsWith("multipart/alternative");
        assertThat(texts.getBodyPart(0).getContent().toString()).contains("mail server smtp.example.");
        assertThat(texts.getBodyPart(1).getContentType()).startsWith("text/html");
        assertThat(texts.getBodyPart(1).getContent().toString()).contains("<b>smtp.example</b>");
    }

    @Test
    void koreanMailHasKoreanTexts() throws Exception {
        publish("ko", VALUES);

        relay.relay();

        assertThat(onlyMail().getSubject()).isEqualTo("Haru에서 메일을 보낼 수 있습니다");
        assertThat(onlyMail().getContentLanguage()).containsExactly("ko");
    }

    @Test
    void unknownLanguageIsEnglish() throws Exception {
        publish("xx\r\nBcc: other@example.org", VALUES);

        relay.relay();

        assertThat(onlyMail().getSubject()).isEqualTo("Haru can send mails");
        assertThat(onlyMail().getHeader("Bcc")).isNull();
    }

    @Test
    void valuesReachNoHeaderAndNoMarkup() throws Exception {
        publish("en", Map.of("host", "x\r\nBcc: other@example.org\r\n\r\n<script>alert(1)</script>"));

        relay.relay();

        MimeMessage mail = onlyMail();
        assertThat(mail.getHeader("Bcc")).isNull();
        assertThat(mail.getAllRecipients()).hasSize(1);
        assertThat(((Multipart) mail.getContent()).getBodyPart(1).getContent().toString())
                .doesNotContain("<script>")
                .contains("&lt;script&gt;");
    }

    @Test
    void everyTemplateIsFilledInEachLanguage() {
        for (MailTemplate template : MailTemplate.values()) {
            for (String language : List.of("en", "ko")) {
                MailContent content = templates.fill(mails.mail(template, address, language, VALUES));
                assertThat(content.language()).isEqualTo(language);
                assertThat(content.subject()).isNotBlank().hasSizeLessThan(60);
                VALUES.forEach((name, value) -> {
                    boolean inText = content.text().contains(value);
                    assertThat(HtmlUtils.htmlUnescape(content.html()).contains(value))
                            .as(template + " " + name)
                            .isEqualTo(inText);
                });
                assertThat(content.text().lines()).allMatch(line -> line.length() < 200);
            }
        }
    }

    private void publish(String language, Map<String, String> values) {
        assertThat(mails.publish(outbox, mails.mail(MailTemplate.TEST, address, language, values)))
                .isPresent();
    }

    private MimeMessage onlyMail() {
        List<MimeMessage> received = MailServer.mailsTo(address);
        assertThat(received).hasSize(1);
        return received.getFirst();
    }
}
