package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessesTests {

    @Test
    void stopEndsAProcessThatHandlesTheSignal() throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();

        Processes.stop(process.toHandle(), Processes.GRACE);

        assertThat(Processes.isAlive(process.toHandle())).isFalse();
    }

    @Test
    void stopKillsAProcessThatIgnoresTheSignal() throws IOException {
        Process process = start(List.of("/bin/sh", "-c", "trap '' TERM; echo ready; while true; do sleep 0.1; done"));

        Processes.stop(process.toHandle(), Duration.ofMillis(200));

        assertThat(Processes.isAlive(process.toHandle())).isFalse();
    }

    @Test
    void killEndsChildrenThatStartMeanwhile() throws IOException {
        // The argument distinguishes these processes from all others.
        String seconds = "600." + ProcessHandle.current().pid();
        String children = "i=0; while [ $i -lt 50 ]; do sleep " + seconds + " & sleep 0.02; i=$((i+1)); done; wait";
        String parents = "echo ready; j=0; while [ $j -lt 10 ]; do (" + children + ") & j=$((j+1)); done; wait";
        for (int i = 0; i < 5; i++) {
            Process process = start(List.of("/bin/sh", "-c", parents));

            Processes.kill(process.toHandle());

            assertThat(running(seconds)).as("attempt %d", i).isEmpty();
        }
    }

    private static List<ProcessHandle> running(String argument) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> List.of(arguments).contains(argument))
                        .isPresent())
                .filter(Processes::isAlive)
                .toList();
    }

    @Test
    void endedProcessIsNotAliveWhileItIsReaped() throws IOException {
        for (int i = 0; i < 100; i++) {
            ProcessHandle process = new ProcessBuilder("true").start().toHandle();
            while (Processes.isAlive(process)) {
                Thread.onSpinWait();
            }
            for (int look = 0; look < 50; look++) {
                assertThat(Processes.isAlive(process)).isFalse();
            }
        }
    }

    @Test
    void shieldedProcessSurvivesCtrlCButNotStop() throws IOException {
        Process process = start(Processes.shielded(List.of("/bin/sh", "-c", "echo ready; exec sleep 60")));

        Processes.signal(process.toHandle(), "INT");
        Processes.signal(process.toHandle(), "HUP");
        assertThat(Processes.awaitEnd(process.toHandle(), Duration.ofMillis(300)))
                .isFalse();

        Processes.stop(process.toHandle(), Processes.GRACE);
        assertThat(Processes.isAlive(process.toHandle())).isFalse();
    }

    /** Returns when the process has printed that its traps are set. */
    private static Process start(List<String> command) throws IOException {
        Process started = new ProcessBuilder(command).start();
        assertThat(started.inputReader().readLine()).isEqualTo("ready");
        return started;
    }
}
