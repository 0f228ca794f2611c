package dev.haru.auth.mail;

import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

/**
 * The links in mails, to pages of the gateway. The token is in the fragment, which a browser sends to no server, so
 * that no log and no {@code Referer} contains it. The pages act only after a click, because mail scanners follow links.
 */
@Component
public class MailLinks {

    private final String base;

    MailLinks(MailProperties properties) {
        this.base = StringUtils.trimTrailingCharacter(properties.publicUrl().toString(), '/');
    }

    /** Returns the link to a page below {@code /account/}, in this language. */
    public String to(String page, String language, String token) {
        return base + "/account/" + page + "?lang=" + language + "#" + token;
    }
}
