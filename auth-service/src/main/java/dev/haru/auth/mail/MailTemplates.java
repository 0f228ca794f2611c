package dev.haru.auth.mail;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * The templates of mails, in <a href="https://mustache.github.io/">Mustache</a>. The first line of a text file is the
 * subject. It is no template, so that no value reaches a header. HTML escapes all values.
 */
@Component
class MailTemplates {

    private static final String DIRECTORY = "mail/";
    private static final String SUBJECT = "Subject: ";

    /** The default language, and each language of the message files. */
    private static final String[] LANGUAGES = {"en", "ko"};

    private final Map<String, Texts> texts = new HashMap<>();

    MailTemplates() {
        for (MailTemplate template : MailTemplate.values()) {
            for (String language : LANGUAGES) {
                texts.put(language + '/' + template.code(), load(language, template));
            }
        }
    }

    /** Fills the templates of a mail. An unknown language is English. */
    MailContent fill(Mail mail) {
        String code = mail.template().code();
        Texts found = texts.getOrDefault(
                mail.language() + '/' + code, Objects.requireNonNull(texts.get(LANGUAGES[0] + '/' + code)));
        return new MailContent(
                found.language(),
                found.subject(),
                found.text().execute(mail.values()),
                found.html().execute(mail.values()));
    }

    private static Texts load(String language, MailTemplate template) {
        String name = language + '/' + template.code();
        String text = file(name + ".txt");
        int end = text.indexOf('\n');
        if (!text.startsWith(SUBJECT)) {
            throw new IllegalStateException("mail/" + name + ".txt does not begin with a subject");
        }
        return new Texts(
                language,
                text.substring(SUBJECT.length(), end).strip(),
                compiler(".txt").escapeHTML(false).compile(text.substring(end).stripLeading()),
                compiler(".html").compile(file(name + ".html")));
    }

    /** Returns a compiler that finds partial templates among the files with this suffix. */
    private static Mustache.Compiler compiler(String suffix) {
        return Mustache.compiler()
                .withLoader(part -> new StringReader(file(part + suffix)))
                .strictSections(true);
    }

    private static String file(String name) {
        try {
            return new ClassPathResource(DIRECTORY + name).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private record Texts(String language, String subject, Template text, Template html) {}
}
