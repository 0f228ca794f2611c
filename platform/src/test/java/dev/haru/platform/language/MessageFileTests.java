package dev.haru.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.MessageFileRules;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

class MessageFileTests extends MessageFileRules {

    MessageFileTests() {
        super("dev/haru/platform/language");
    }

    @Test
    void englishTitlesAreThoseOfTheStatuses() {
        Messages messages = Messages.load();

        for (HttpStatus status : HttpStatus.values()) {
            String title = messages.title(status.value(), "en");
            if (title != null) {
                assertThat(title).isEqualTo(ProblemDetail.forStatus(status).getTitle());
            }
        }
    }
}
