package dev.haru.local.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a service's JVM. A class cache is valid only for the flags with which it was recorded. */
public final class JavaCommand {

    /** Halves the processor time of a start, but code is never fully optimised. */
    public static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1");

    private static final List<String> COMMON =
            List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-XX:+ExitOnOutOfMemoryError");

    /**
     * A waiting request takes about 15 KB of the gateway's heap. The survivor spaces hold those of 2,500 connections;
     * otherwise they would move to the old generation, and each full collection would stop the gateway.
     */
    private static final List<String> GATEWAY = List.of("-Xmx320m", "-XX:NewRatio=1", "-XX:SurvivorRatio=2");

    private JavaCommand() {}

    static List<String> flags(ServiceModule module, TracingAgent agent) {
        List<String> flags = new ArrayList<>(COMMON);
        flags.addAll(module == ServiceModule.GATEWAY ? GATEWAY : List.of("-Xmx256m"));
        flags.addAll(agent.classPath());
        return flags;
    }

    static List<String> of(ServiceImage image, List<String> moreFlags) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(flags(image.module(), image.agent()));
        command.addAll(moreFlags);
        command.add("-jar");
        command.add(image.jar().toString());
        return command;
    }

    /** The java executable of the launcher's own JVM, which also runs the services. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
