package dev.haru.systemtests.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The resources of a process at one moment.
 *
 * @param heap the bytes of live objects, after a garbage collection that this snapshot requests
 * @param memory the resident bytes of the process
 * @param threads the live threads of the JVM
 * @param files the open files and sockets
 */
record ProcessSnapshot(long heap, long memory, long threads, long files) {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long KIBI = 1024;

    /** Measures the service with this process and this management URL. */
    static ProcessSnapshot of(ProcessHandle process, String management) throws IOException, InterruptedException {
        String pid = Long.toString(process.pid());
        output(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), pid, "GC.run");
        HttpRequest request = HttpRequest.newBuilder(URI.create(management + "/actuator/prometheus"))
                .timeout(TIMEOUT)
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String metrics = client.send(request, BodyHandlers.ofString()).body();
            return new ProcessSnapshot(
                    sum(metrics, "jvm_memory_used_bytes{area=\"heap\""),
                    Long.parseLong(output("ps", "-o", "rss=", "-p", pid).strip()) * KIBI,
                    sum(metrics, "jvm_threads_live_threads"),
                    sum(metrics, "process_files_open_files"));
        }
    }

    /** Adds up all series whose line begins with the prefix. */
    static long sum(String metrics, String prefix) {
        return Math.round(metrics.lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum());
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
