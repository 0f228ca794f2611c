package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.haru.platform.token.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.DefaultResourceLoader;

class BreachedPasswordsTests {

    private static final String BUNDLED = "classpath:breached-passwords.filter";
    private static final int HEADER = 2 << Short.SIZE;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"password1", "!qaz2wsx", "qwertyuiop", "QWERTYuiop", "iloveyou", "estrellita"})
    void filterOfTheServiceContainsPasswordsOfBreaches(String password) {
        assertThat(breached(BUNDLED).contain(password)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "correct horse battery", "blue kettle on a shelf", "가나다라마바사아", "\ud83d\ude00"})
    void filterOfTheServiceContainsNoOtherPassword(String password) {
        assertThat(breached(BUNDLED).contain(password)).isFalse();
    }

    @Test
    void eachPasswordOfAFilterIsFoundAndOthersAreNot() throws IOException {
        List<String> listed =
                IntStream.range(0, 20_000).mapToObj(i -> "listed-" + i).toList();
        BreachedPasswords breached = breached(file(filterOf(listed.stream())));

        assertThat(listed).allMatch(breached::contain);
        assertThat(IntStream.range(0, 10_000).mapToObj(i -> "other-" + i)).noneMatch(breached::contain);
    }

    @Test
    void filterOfOnePasswordContainsIt() throws IOException {
        BreachedPasswords breached = breached(file(filterOf(Stream.of("only"))));

        assertThat(breached.contain("ONLY")).isTrue();
        assertThat(breached.contain("other")).isFalse();
    }

    @Test
    void firstFilterThatExistsApplies() throws IOException {
        String missing = "file:" + folder.resolve("missing");
        String small = file(filterOf(Stream.of("only")));

        assertThat(breached(missing + "," + small + "," + BUNDLED).contain("only"))
                .isTrue();
        assertThat(breached(small + "," + BUNDLED).contain("password1")).isFalse();
    }

    @Test
    void withoutFilterNoPasswordIsRefused() {
        assertThat(breached("").contain("password1")).isFalse();
        assertThat(breached("file:" + folder.resolve("missing")).contain("password1"))
                .isFalse();
    }

    static Stream<byte[]> noFilters() {
        byte[] filter = filterOf(Stream.of("a", "b", "c"));
        byte[] twice = new byte[HEADER + 6];
        twice[1] = 2; // two equal hashes in the first bucket
        byte[] unsorted = new byte[HEADER + 6];
        unsorted[1] = 2;
        unsorted[HEADER] = 1;
        return Stream.of(
                new byte[0],
                new byte[HEADER],
                Arrays.copyOf(filter, filter.length - 1),
                Arrays.copyOf(filter, filter.length + 3),
                twice,
                unsorted,
                new byte[PasswordFilter.LONGEST + 1]);
    }

    @ParameterizedTest
    @MethodSource("noFilters")
    void fileThatIsNoFilterStopsTheStart(byte[] content) throws IOException {
        String location = file(content);

        assertThatIllegalStateException()
                .isThrownBy(() -> breached(location))
                .withMessageContainingAll("BREACHED_PASSWORDS", "is no filter");
    }

    private static BreachedPasswords breached(String locations) {
        PasswordProperties properties = new Binder(
                        new MapConfigurationPropertySource(Map.of("haru.password.breached", locations)))
                .bindOrCreate("haru.password", PasswordProperties.class);
        return new BreachedPasswords(properties, new DefaultResourceLoader());
    }

    private String file(byte[] content) throws IOException {
        return "file:" + Files.write(folder.resolve("filter"), content);
    }

    private static byte[] filterOf(Stream<String> passwords) {
        List<byte[]> hashes = passwords
                .map(password -> Arrays.copyOf(Sha256.of(password), 5))
                .sorted(Arrays::compareUnsigned)
                .toList();
        ByteBuffer filter = ByteBuffer.allocate(HEADER + 3 * hashes.size());
        for (int i = 0; i < hashes.size(); i++) {
            int bucket = Short.BYTES
                    * Short.toUnsignedInt(ByteBuffer.wrap(hashes.get(i)).getShort());
            filter.putShort(bucket, (short) (filter.getShort(bucket) + 1));
            filter.put(HEADER + 3 * i, hashes.get(i), Short.BYTES, 3);
        }
        return filter.array();
    }
}
