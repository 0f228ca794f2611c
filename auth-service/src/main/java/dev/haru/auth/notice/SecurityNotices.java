package dev.haru.auth.notice;

import dev.haru.auth.event.SecurityEvent;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailLinks;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.auth.notice.NoticeStore.Recipient;
import dev.haru.platform.language.Languages;
import dev.haru.platform.language.Message;
import dev.haru.platform.language.Messages;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Writes a mail to the verified address of an account for each security event of a kind that {@link #templateOf} lists,
 * in the transaction of the event. The mail has a link that ends all sessions and removes what the event has added. A
 * former address that can still be restored gets a mail, too; the mail about its change has the link. A limit of mails
 * suppresses the notice and not the event, except for a mandatory template. Without a mail server or an address, or if
 * the account has switched the notice off ({@link NoticeSettings}), nothing is written.
 */
@Component
class SecurityNotices {

    /** The page of the gateway that ends all sessions. */
    private static final String PAGE = "secure-account";

    static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final NoticeStore store;
    private final NoticeTokens tokens;
    private final MailOutbox mails;
    private final MailLinks links;
    private final Messages messages;
    private final NoticeProperties properties;

    SecurityNotices(
            NoticeStore store,
            NoticeTokens tokens,
            MailOutbox mails,
            MailLinks links,
            Messages messages,
            NoticeProperties properties) {
        this.store = store;
        this.tokens = tokens;
        this.mails = mails;
        this.links = links;
        this.messages = messages;
        this.properties = properties;
    }

    /** Writes the notice of an event. Throws the 429 problem at a limit if the template is mandatory. */
    @EventListener
    void write(SecurityEvent event) {
        MailTemplate template = templateOf(event.kind());
        if (template != null && mails.isAvailable()) {
            store.recipientsOf(event.accountId(), event.at(), event.kind() == Kind.DEVICE_ADDED)
                    .forEach(recipient ->
                            recipient.address().ifPresent(address -> write(event, template, recipient, address)));
        }
    }

    /**
     * The table of notices. A new kind of event does not compile before it has a line here.
     *
     * @return the template of the notice; null for none
     */
    private static @Nullable MailTemplate templateOf(Kind kind) {
        return switch (kind) {
            case DEVICE_ADDED -> MailTemplate.NEW_DEVICE;
            case PASSWORD_CHANGED, PASSWORD_REMOVED, PASSWORD_ADDED -> MailTemplate.PASSWORD_CHANGED;
            case PASSWORD_RECOVERED -> MailTemplate.PASSWORD_RECOVERED;
            case REFRESH_TOKEN_REUSED -> MailTemplate.REFRESH_TOKEN_REUSED;
            case FACTOR_ADDED, FACTOR_REPLACED, FACTOR_REMOVED, RECOVERY_CODES_CREATED, RECOVERY_CODE_USED ->
                MailTemplate.FACTOR_CHANGED;
            case PASSKEY_COUNTER_DECREASED -> MailTemplate.FACTOR_CHANGED;
            case TOKEN_CREATED -> MailTemplate.TOKEN_CREATED;
            case DATA_EXPORTED -> MailTemplate.DATA_EXPORTED;
            // The package email announces changes of the address, at the former address.
            case EMAIL_CHANGED, EMAIL_VERIFIED, EMAIL_RESTORED -> null;
            // The package recovery sends a mail with its link.
            case SIGNED_OUT_EVERYWHERE -> null;
            case REGISTERED, SIGNED_IN, SIGNED_OUT, SESSION_ENDED, OTHER_SESSIONS_ENDED, DEVICE_ENDED -> null;
            case SIGN_IN_FAILED, CONFIRMATION_FAILED, SECOND_FACTOR_FAILED, PASSWORD_CONFIRMED -> null;
            case NICKNAME_CHANGED, PASSKEY_CONFIRMED, TOKEN_ENDED -> null;
        };
    }

    private void write(SecurityEvent event, MailTemplate template, Recipient recipient, MailAddress address) {
        String language = Objects.requireNonNullElse(recipient.language(), Languages.DEFAULT);
        String what = messages.text(Message.of("notice." + event.kind().code()), language);
        Instant expiresAt = event.at().plus(properties.life());
        Map<String, String> values =
                Map.of("what", what, "address", event.origin().address(), "time", TIME.format(event.at()));
        if (recipient.key() == null) {
            mails.announce(
                    new Mail(address, MailTemplate.FORMER_ADDRESS, language, values, expiresAt), event.accountId());
            return;
        }
        String token = tokens.generate();
        Map<String, String> linked = new HashMap<>(values);
        linked.put("link", links.to(PAGE, language, token));
        if (mails.announce(new Mail(address, template, language, linked, expiresAt), event.accountId())) {
            tokens.store(token, event, recipient.key(), expiresAt);
        }
    }
}
