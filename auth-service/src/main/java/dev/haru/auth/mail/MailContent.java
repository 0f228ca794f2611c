package dev.haru.auth.mail;

/**
 * The texts of a mail, with their values.
 *
 * @param language the language of the texts, ISO 639
 */
record MailContent(String language, String subject, String text, String html) {

    /** Without the texts, which may contain secrets. */
    @Override
    public String toString() {
        return "MailContent[subject=" + subject + "]";
    }
}
