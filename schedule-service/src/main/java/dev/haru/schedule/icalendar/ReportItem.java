package dev.haru.schedule.icalendar;

import dev.haru.platform.json.UnicodeText;
import dev.haru.platform.language.Message;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A component in the report of an import, as the column {@code report} stores it.
 *
 * @param line the line of the file at which the component begins
 * @param scheduleId the schedule; null for a refused component, and in a dry run for a new one
 * @param texts the reason of a refusal, or the changes by the import
 */
record ReportItem(
        int line,
        String component,
        @Nullable String uid,
        ImportOutcome outcome,
        @Nullable UUID scheduleId,
        List<Text> texts) {

    /** The maximum number of items of a report. */
    static final int MAX = 1000;

    /** The maximum number of texts of an item. */
    private static final int TEXTS = 10;

    private static final int UID = 100;

    static ReportItem of(MappedEntry.Part part, ImportOutcome outcome, @Nullable UUID scheduleId, List<Message> texts) {
        ContentLine uid = part.component().property("UID");
        return new ReportItem(
                part.component().line(),
                Texts.excerpt(part.component().name()),
                uid == null ? null : UnicodeText.truncated(Texts.oneLine(uid.text()), UID),
                outcome,
                scheduleId,
                texts.stream().limit(TEXTS).map(Text::of).toList());
    }

    /** A message that is stored in no language: its key and arguments. */
    record Text(String key, List<String> arguments) {

        static Text of(Message message) {
            return new Text(message.key() == null ? message.getDefaultMessage() : message.key(), message.arguments());
        }

        Message message() {
            return new Message(key, arguments, null);
        }
    }
}
