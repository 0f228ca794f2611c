package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpStatus;

/** The member has no feed, or the address of a feed is not or no longer valid: 404. */
final class FeedNotFound extends ProblemException {

    private FeedNotFound() {
        super(HttpStatus.NOT_FOUND, "not-found", Message.of("detail.not-found.feed"));
    }

    static FeedNotFound create() {
        return new FeedNotFound();
    }
}
