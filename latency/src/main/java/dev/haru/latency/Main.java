package dev.haru.latency;

import dev.haru.latency.source.BadInput;
import dev.haru.latency.text.Printable;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code latency}: shows where the time of a route goes, over many traces. */
@Command(
        name = "latency",
        description = "Shows where the time of a route goes, over many traces.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no findings",
            "1:slower (diff), over budget (budget), findings (doctor)",
            "2:the input or the command line is not valid, or the input is too large for the memory",
            "70:a defect of this tool, in one line with its place"
        })
public final class Main {

    static final int FOUND = 1;
    private static final int BAD_INPUT = 2;
    /** EX_SOFTWARE of sysexits.h, so that a build does not mistake a bug for a slower hop. */
    private static final int BUG = 70;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(commandLine(Clock.systemUTC()), arguments));
    }

    static CommandLine commandLine(Clock clock) {
        return new CommandLine(new Main())
                .addSubcommand(new OfCommand(clock))
                .addSubcommand(new ShowCommand())
                .addSubcommand(new DiffCommand(clock))
                .addSubcommand(new WhyCommand(clock))
                .addSubcommand(new WhatIfCommand(clock))
                .addSubcommand(new BudgetCommand(clock))
                .addSubcommand(new DoctorCommand(clock))
                .addSubcommand(new ServeCommand(clock))
                .addSubcommand(new GenerateCompletion())
                .setParameterExceptionHandler((problem, _) -> {
                    line(problem.getCommandLine(), problem.getMessage() + " (latency --help)");
                    return BAD_INPUT;
                })
                .setExecutionExceptionHandler((problem, command, _) -> {
                    if (problem instanceof BadInput || problem instanceof UncheckedIOException) {
                        line(command, String.valueOf(problem.getMessage()));
                        return BAD_INPUT;
                    }
                    return defect(command, problem);
                });
    }

    /**
     * Runs a command. An input that does not fit into memory is bad input. Any other Error is a defect. The JVM itself
     * would print a stack trace and exit with 1, which means a finding.
     */
    static int run(CommandLine command, String... arguments) {
        try {
            return command.execute(arguments);
        } catch (OutOfMemoryError e) {
            line(
                    command,
                    "the input needs more memory than %d MB: a trace is too large."
                            .formatted(Runtime.getRuntime().maxMemory() >> 20));
            return BAD_INPUT;
        } catch (Error e) {
            return defect(command, e);
        }
    }

    private static int defect(CommandLine command, Throwable problem) {
        StackTraceElement[] stack = problem.getStackTrace();
        String place = Stream.of(stack)
                .filter(frame -> frame.getClassName().startsWith(Main.class.getPackageName()))
                .findFirst()
                .or(() -> Stream.of(stack).findFirst())
                .map(frame -> " at " + frame)
                .orElse("");
        line(command, "defect of the tool: " + problem + place);
        return BUG;
    }

    private static void line(CommandLine command, String message) {
        PrintWriter err = command.getErr();
        String line = message.lines().map(String::strip).collect(Collectors.joining(" "));
        err.println("latency: " + Printable.withoutCredentials(Printable.line(line)));
        err.flush();
    }
}
