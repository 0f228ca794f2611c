package dev.haru.schedule.icalendar;

import com.github.mangstadt.vinnie.SyntaxStyle;
import com.github.mangstadt.vinnie.VObjectProperty;
import com.github.mangstadt.vinnie.io.Context;
import com.github.mangstadt.vinnie.io.SyntaxRules;
import com.github.mangstadt.vinnie.io.VObjectDataAdapter;
import com.github.mangstadt.vinnie.io.VObjectReader;
import com.github.mangstadt.vinnie.io.Warning;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses a file into its calendars. A violation of the structure is a 400 problem that names the line. A line that is
 * not a content line is noted at its component, so that the other components can be used.
 *
 * <p>Longer than 120 lines because it contains the callbacks of the tokenizer.
 */
final class CalendarParser extends VObjectDataAdapter {

    private static final String CALENDAR = "VCALENDAR";
    private static final Pattern LINE_BREAK = Pattern.compile("\r\n?|\n");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0A-\\x1F\\x7F]");

    private final UnfoldedText text;
    private final List<CalendarComponent> calendars = new ArrayList<>();
    private final Deque<CalendarComponent> open = new ArrayDeque<>();
    private int direct;
    private int all;
    private int parameters;

    /** The names of the file, most of which occur in many lines. */
    private final Map<String, String> names = new HashMap<>();

    private CalendarParser(UnfoldedText text) {
        this.text = text;
    }

    /** Returns the VCALENDAR components of a file. */
    static List<CalendarComponent> parse(byte[] file) {
        CalendarParser parser = new CalendarParser(UnfoldedText.of(file));
        try (VObjectReader reader =
                new VObjectReader(new StringReader(parser.text.text()), new SyntaxRules(SyntaxStyle.NEW))) {
            reader.setDefaultQuotedPrintableCharset(StandardCharsets.UTF_8);
            reader.parse(parser);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        if (!parser.open.isEmpty()) {
            throw InvalidCalendarFile.notEnded(parser.open.getFirst().line());
        }
        if (parser.calendars.isEmpty()) {
            throw InvalidCalendarFile.notCalendar();
        }
        return parser.calendars;
    }

    /** Parses content lines of an event that {@link CalendarWriter} has written, into a component. */
    static CalendarComponent parseLines(List<String> lines) {
        // Within an event, because the rules of a calendar, such as those of its VERSION, do not hold for these lines.
        String event = "BEGIN:VEVENT\n" + String.join("\n", lines) + "\nEND:VEVENT\n";
        String wrapped = "BEGIN:" + CALENDAR + '\n' + event + "END:" + CALENDAR + '\n';
        return parse(wrapped.getBytes(StandardCharsets.UTF_8))
                .getFirst()
                .components()
                .getFirst();
    }

    @Override
    public void onComponentBegin(String name, Context context) {
        int line = lineOf(context);
        if (open.isEmpty() && !name.equals(CALENDAR)) {
            throw InvalidCalendarFile.outsideCalendar(line);
        }
        if (open.size() >= CalendarBounds.DEPTH) {
            throw InvalidCalendarFile.tooDeep(line);
        }
        if (open.size() == 1 && ++direct > CalendarBounds.COMPONENTS) {
            throw InvalidCalendarFile.tooManyComponents(line);
        }
        if (++all > CalendarBounds.ALL_COMPONENTS) {
            throw InvalidCalendarFile.tooManyAlarms(line);
        }
        CalendarComponent component = CalendarComponent.at(name, line);
        if (open.isEmpty()) {
            calendars.add(component);
        } else {
            open.getFirst().components().add(component);
        }
        open.push(component);
    }

    /** The tokenizer also ends the components within the named one, which have no END of their own. */
    @Override
    public void onComponentEnd(String name, Context context) {
        CalendarComponent ended = open.pop();
        String line = context.getUnfoldedLine();
        if (!line.substring(line.indexOf(':') + 1)
                .strip()
                .toUpperCase(Locale.ROOT)
                .equals(name)) {
            throw InvalidCalendarFile.notEnded(ended.line());
        }
    }

    @Override
    public void onProperty(VObjectProperty property, Context context) {
        @Nullable CalendarComponent component = open.peek();
        if (component == null) {
            throw InvalidCalendarFile.outsideCalendar(lineOf(context));
        }
        ContentLine line = lineOf(property, context);
        if (component.name().equals(CALENDAR)
                && line.name().equals("VERSION")
                && !line.value().strip().startsWith("2.0")) {
            throw InvalidCalendarFile.version(lineOf(context));
        }
        component.properties().add(line);
    }

    @Override
    public void onWarning(
            Warning warning, @Nullable VObjectProperty property, @Nullable Exception thrown, Context context) {
        switch (warning) {
            case UNMATCHED_END -> throw InvalidCalendarFile.notBegun(lineOf(context));
            case MALFORMED_LINE, EMPTY_BEGIN, EMPTY_END -> {
                if (text.isLeftOut(context.getLineNumber())) {
                    onLine(lineOf(context), CalendarComponent::leftOut);
                } else if (!context.getUnfoldedLine().isBlank()) {
                    onLine(lineOf(context), CalendarComponent::malformed);
                }
            }
            default -> {} // the property arrives as it stands in the file
        }
    }

    private void onLine(int line, Function<CalendarComponent, List<Integer>> list) {
        @Nullable CalendarComponent component = open.peek();
        if (component == null) {
            throw InvalidCalendarFile.outsideCalendar(line);
        }
        list.apply(component).add(line);
    }

    /**
     * Returns the content line of a property. The tokenizer has decoded quoted-printable values of older programs,
     * which may contain line breaks and control characters.
     */
    private ContentLine lineOf(VObjectProperty property, Context context) {
        String name = property.getGroup() == null ? property.getName() : property.getGroup() + '.' + property.getName();
        String value = property.getValue();
        Map<String, List<String>> given = parameters(property, context);
        if (property.getParameters().isQuotedPrintable()) {
            value = CONTROL.matcher(LINE_BREAK.matcher(value).replaceAll("\\\\n"))
                    .replaceAll("");
            given.keySet().removeAll(List.of("", "ENCODING", "CHARSET"));
        }
        // Trimmed as the tokenizer does it: after other spaces are removed, a name could become BEGIN or END.
        return new ContentLine(known(name.trim().toUpperCase(Locale.ROOT)), given.isEmpty() ? Map.of() : given, value);
    }

    /** Returns the parameters in a form that takes little memory, because a file may have very many. */
    private Map<String, List<String>> parameters(VObjectProperty property, Context context) {
        Map<String, List<String>> given = new LinkedHashMap<>();
        property.getParameters().getMap().forEach((name, values) -> {
            parameters += values.size();
            given.put(name == null ? "" : known(name), List.copyOf(values));
        });
        if (parameters > CalendarBounds.PARAMETERS) {
            throw InvalidCalendarFile.tooManyParameters(lineOf(context));
        }
        return given;
    }

    private String known(String name) {
        return Objects.requireNonNullElse(names.putIfAbsent(name, name), name);
    }

    private int lineOf(Context context) {
        return text.lineInFile(context.getLineNumber());
    }
}
