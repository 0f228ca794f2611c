package dev.haru.local.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a service's JVM. A class cache is valid only for the flags with which it was recorded. */
public final class JavaCommand {

    /** Halves the processor time of a start, but code is never fully optimised. */
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

    /** The java executable of the launcher's own JVM, which also runs the services. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
