package dev.haru.schedule;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.haru.platform.test.ArchitectureRules;

@AnalyzeClasses(packagesOf = ScheduleService.class, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    @ArchTest
    static final ArchTests rules = ArchTests.in(ArchitectureRules.class);
}
