package dev.haru.platform.test;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The class path of a module's tests: its boot jar and the test libraries. */
public final class ClassPath {

    /**
     * HTTP/3, and formats in which a service could read a body if a converter were on the class path. Passkeys need
     * CBOR; {@code BoundsWalk} and {@code HttpBoundsTests} check that no converter reads bodies with it.
     */
    private static final Pattern UNUSED = Pattern.compile(
            ".*(quic|http3|dataformat-(?!yaml|cbor)|tomcat-embed-websocket|protobuf|avro|kryo|hessian).*");

    private ClassPath() {}

    /** The jars of protocols and formats that no endpoint of Haru uses. */
    public static List<String> unusedProtocols() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> String.valueOf(Path.of(entry).getFileName()))
                .filter(jar -> UNUSED.matcher(jar).matches())
                .toList();
    }
}
