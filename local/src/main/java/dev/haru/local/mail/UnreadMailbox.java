package dev.haru.local.mail;

import com.icegreen.greenmail.mail.MovingMessage;
import com.icegreen.greenmail.user.GreenMailUser;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** The mailbox of an address. It passes its mails to the inbox page, and nobody signs in to it. */
record UnreadMailbox(String address, ReceivedMails mails) implements GreenMailUser {

    @Override
    public void deliver(MovingMessage message) {
        deliver(message.getMessage());
    }

    @Override
    public void deliver(MimeMessage message) {
        try {
            mails.add(ReceivedMail.Content.of(address, message, Instant.now()));
        } catch (MessagingException unreadable) {
            throw new IllegalStateException("a mail cannot be read", unreadable);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String getEmail() {
        return address;
    }

    @Override
    public String getLogin() {
        return address;
    }

    @Override
    public String getPassword() {
        return "";
    }

    @Override
    public String getQualifiedMailboxName() {
        return address;
    }

    @Override
    public void create() {
        // The mailbox has no storage.
    }

    @Override
    public void delete() {
        // The mailbox has no storage.
    }

    @Override
    public void setPassword(String password) {
        throw new UnsupportedOperationException("nobody signs in");
    }

    @Override
    public void authenticate(String password) {
        throw new UnsupportedOperationException("nobody signs in");
    }
}
