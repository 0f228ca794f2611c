package dev.haru.auth.mail;

import java.time.Instant;
import java.util.Map;

/**
 * A mail before its templates are filled.
 *
 * @param recipient the address
 * @param template the templates of its texts
 * @param language the language of the templates, ISO 639
 * @param values the values for the placeholders of the templates
 * @param expiresAt from then on the mail is useless, and attempts end
 */
public record Mail(
        MailAddress recipient, MailTemplate template, String language, Map<String, String> values, Instant expiresAt) {

    public Mail {
        values = Map.copyOf(values);
    }

    /** Returns this mail with another recipient and other values. */
    public Mail with(MailAddress recipient, Map<String, String> values) {
        return new Mail(recipient, template, language, values, expiresAt);
    }

    /** Without the values, which may be secrets. */
    @Override
    public String toString() {
        return "Mail[template=" + template + "]";
    }
}
