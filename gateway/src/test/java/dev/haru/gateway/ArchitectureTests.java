package dev.haru.gateway;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.haru.platform.test.ArchitectureRules;

@AnalyzeClasses(packages = "dev.haru.gateway", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    @ArchTest
    static final ArchTests rules = ArchTests.in(ArchitectureRules.class);
}
