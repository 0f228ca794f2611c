package dev.haru.platform.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The rules for the message files of a module: all languages have the same texts, and the code uses each of them. */
public abstract class MessageFileRules {

    private static final String PLATFORM = "dev/haru/platform/language/messages";
    private static final Pattern FILE = Pattern.compile("messages(?:_([a-z]{2,3}))?\\.properties");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");
    private static final Pattern KEY = Pattern.compile("\"\\{?((?:detail|field)\\.[a-z0-9][a-z0-9.-]*)}?\"");

    private final Path folder;

    /** Creates the rules for the files in this folder below the module's resources. */
    protected MessageFileRules(String folder) {
        this.folder = Path.of("src/main/resources", folder);
    }

    @Test
    void moduleHasTheLanguagesOfPlatform() throws IOException {
        assertThat(textsByLanguage().keySet()).isEqualTo(languagesOfPlatform());
    }

    @Test
    void allLanguagesHaveTheSameKeys() throws IOException {
        Map<String, Map<String, String>> all = textsByLanguage();

        all.forEach((language, texts) ->
                assertThat(texts.keySet()).as(language).isEqualTo(english(all).keySet()));
    }

    @Test
    void allLanguagesHaveTheSamePlaceholders() throws IOException {
        Map<String, Map<String, String>> all = textsByLanguage();

        all.forEach((language, texts) -> texts.forEach((key, text) -> assertThat(placeholders(text))
                .as(language + " " + key)
                .isEqualTo(placeholders(english(all).getOrDefault(key, "")))));
    }

    @Test
    void noTextIsEmpty() throws IOException {
        textsByLanguage().values().forEach(texts -> assertThat(texts.values()).doesNotContain(""));
    }

    /** A text with arguments is a MessageFormat, in which one apostrophe would quote; other texts are literal. */
    @Test
    void apostrophesAreDoubledOnlyBesideArguments() throws IOException {
        textsByLanguage()
                .values()
                .forEach(texts -> texts.forEach((key, text) -> {
                    if (text.contains("{0}")) {
                        assertThat(text.replace("''", "")).as(key).doesNotContain("'");
                    } else {
                        assertThat(text).as(key).doesNotContain("''");
                    }
                }));
    }

    @Test
    void codeUsesEachKeyOfTheModuleAndNoUnknownOne() throws IOException {
        Set<String> used = keysInCode();
        Set<String> known = new TreeSet<>(english(textsByLanguage()).keySet());
        Set<String> own = known.stream()
                .filter(key -> KEY.matcher('"' + key + '"').matches())
                .collect(Collectors.toCollection(TreeSet::new));
        known.addAll(
                read(new PathMatchingResourcePatternResolver().getResource("classpath:" + PLATFORM + ".properties"))
                        .keySet());

        assertThat(known).containsAll(used);
        assertThat(used).containsAll(own);
    }

    private static Map<String, String> english(Map<String, Map<String, String>> all) {
        return Objects.requireNonNull(all.get("en"));
    }

    private Map<String, Map<String, String>> textsByLanguage() throws IOException {
        Map<String, Map<String, String>> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher name = FILE.matcher(file.getFileName().toString());
                if (name.matches()) {
                    try (Reader reader = Files.newBufferedReader(file)) {
                        all.put(name.group(1) == null ? "en" : name.group(1), read(reader));
                    }
                }
            }
        }
        return all;
    }

    private static Set<String> languagesOfPlatform() throws IOException {
        return Stream.of(new PathMatchingResourcePatternResolver()
                        .getResources("classpath*:" + PLATFORM + "*.properties"))
                .map(file -> FILE.matcher(String.valueOf(file.getFilename())))
                .filter(Matcher::matches)
                .map(name -> name.group(1) == null ? "en" : name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> keysInCode() throws IOException {
        Set<String> keys = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(some -> some.toString().endsWith(".java")).toList()) {
                KEY.matcher(Files.readString(file))
                        .results()
                        .map(key -> key.group(1))
                        .forEach(keys::add);
            }
        }
        return keys;
    }

    private static List<String> placeholders(String text) {
        List<String> found = new ArrayList<>();
        PLACEHOLDER.matcher(text).results().forEach(one -> found.add(one.group()));
        found.sort(null);
        return found;
    }

    private static Map<String, String> read(Resource file) throws IOException {
        return read(new StringReader(file.getContentAsString(StandardCharsets.UTF_8)));
    }

    private static Map<String, String> read(Reader reader) throws IOException {
        Properties texts = new Properties();
        texts.load(reader);
        Map<String, String> byKey = new TreeMap<>();
        texts.forEach((key, text) -> byKey.put(key.toString(), text.toString()));
        return byKey;
    }
}
