package dev.haru.local.mail;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The last received mails, in memory. */
final class ReceivedMails {

    static final int MAX = 200;

    private final Deque<ReceivedMail> mails = new ArrayDeque<>();
    private int last;

    synchronized void add(ReceivedMail.Content content) {
        mails.addFirst(new ReceivedMail(++last, content));
        if (mails.size() > MAX) {
            mails.removeLast();
        }
    }

    /** Returns the mails, newest first. */
    synchronized List<ReceivedMail> all() {
        return List.copyOf(mails);
    }

    synchronized Optional<ReceivedMail> numbered(int number) {
        return mails.stream().filter(mail -> mail.number() == number).findFirst();
    }
}
