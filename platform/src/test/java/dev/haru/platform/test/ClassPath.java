package dev.haru.platform.test;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the tests of a module run on, which is its boot jar and the test libraries. */
public final class ClassPath {

    /** HTTP/3, and formats in which a service could read a body unless a converter for them is left out. */
    private static final Pattern UNUSED =
            Pattern.compile(".*(quic|http3|dataformat-(?!yaml)|tomcat-embed-websocket|protobuf|avro|kryo|hessian).*");

    private ClassPath() {}

    /** The jars of protocols and formats that no endpoint of Haru speaks. */
    public static List<String> unusedProtocols() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> String.valueOf(Path.of(entry).getFileName()))
                .filter(jar -> UNUSED.matcher(jar).matches())
                .toList();
    }
}
