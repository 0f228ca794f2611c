package dev.haru.latency;

import dev.haru.latency.source.BadInput;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
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
            "2:the input or the command line is not valid",
            "70:a defect of this tool"
        })
public final class Main {

    static final int FOUND = 1;
    private static final int BAD_INPUT = 2;
    /** EX_SOFTWARE of sysexits.h, so that a build does not mistake a bug for a slower hop. */
    private static final int BUG = 70;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(commandLine(Clock.systemUTC()).execute(arguments));
    }

    static CommandLine commandLine(Clock clock) {
        return new CommandLine(new Main())
                .addSubcommand(new OfCommand(clock))
                .addSubcommand(new DiffCommand(clock))
                .addSubcommand(new BudgetCommand(clock))
                .addSubcommand(new DoctorCommand(clock))
                .setParameterExceptionHandler((problem, _) -> {
                    line(problem.getCommandLine(), problem.getMessage() + " (latency --help)");
                    return BAD_INPUT;
                })
                .setExecutionExceptionHandler((problem, command, _) -> {
                    if (problem instanceof BadInput || problem instanceof UncheckedIOException) {
                        line(command, String.valueOf(problem.getMessage()));
                        return BAD_INPUT;
                    }
                    problem.printStackTrace(command.getErr());
                    return BUG;
                });
    }

    private static void line(CommandLine command, String message) {
        PrintWriter err = command.getErr();
        err.println("latency: " + message);
        err.flush();
    }
}
