package dev.haru.local.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a service's JVM is called. The flags are part of a class cache's identity: a cache fits only its own. */
public final class JavaCommand {

    /** Half the processor time of a start, for code that is never optimised. */
    public static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1");

    static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmx256m", "-XX:+ExitOnOutOfMemoryError");

    private JavaCommand() {}

    static List<String> of(List<String> moreFlags, Path jar) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(FLAGS);
        command.addAll(moreFlags);
        command.add("-jar");
        command.add(jar.toString());
        return command;
    }

    /** The JVM that runs the launcher also runs the services. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
