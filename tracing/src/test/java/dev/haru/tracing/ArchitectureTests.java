package dev.haru.tracing;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.haru.platform.test.ModuleRules;

@AnalyzeClasses(packages = "dev.haru.tracing", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    @ArchTest
    static final ArchTests rules = ArchTests.in(ModuleRules.class);
}
