package dev.haru.latency.report;

import dev.haru.latency.report.Check.Result;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Formats checks as JUnit XML. The result is valid against the schemas of Maven Surefire (surefire-test-report.xsd, 3.0
 * and 3.0.2) and of Jenkins (junit-10.xsd).
 */
public final class JUnitXml {

    private static final double NANOS_IN_SECOND = 1e9;
    private static final int REPLACEMENT = 0xFFFD;

    private JUnitXml() {}

    /** One test suite with a test case for each check. The class of a test case is its route. */
    public static String of(String suite, List<Check> checks) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            attribute(xml, "name", suite);
            attribute(xml, "tests", Integer.toString(checks.size()));
            attribute(xml, "failures", count(checks, Result.FAILED));
            attribute(xml, "errors", "0");
            attribute(xml, "skipped", count(checks, Result.SKIPPED));
            for (Check check : checks) {
                xml.writeCharacters("\n  ");
                testCase(xml, check);
            }
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e); // a StringWriter does not fail
        }
        return text + "\n";
    }

    private static void testCase(XMLStreamWriter xml, Check check) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(xml, "classname", check.route());
        attribute(xml, "name", check.name());
        attribute(xml, "time", String.format(Locale.ROOT, "%.3f", check.nanos() / NANOS_IN_SECOND));
        switch (check.result()) {
            case FAILED -> {
                xml.writeStartElement("failure");
                attribute(xml, "type", "latency");
                attribute(xml, "message", (check.evidence() + "\n" + check.sampling()).strip());
                xml.writeCharacters(valid(Stream.of(check.evidence(), check.details(), check.sampling())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("\n"))));
                xml.writeEndElement();
            }
            case SKIPPED -> {
                xml.writeEmptyElement("skipped");
                attribute(xml, "message", check.evidence());
            }
            case PASSED -> {
                xml.writeStartElement("system-out");
                xml.writeCharacters(valid(check.evidence()));
                xml.writeEndElement();
            }
        }
        xml.writeEndElement();
    }

    private static String count(List<Check> checks, Result result) {
        return Long.toString(
                checks.stream().filter(check -> check.result() == result).count());
    }

    /** A parser would replace a line break in an attribute by a space. */
    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, valid(value).replaceAll("\\s+", " "));
    }

    /** Replaces the characters that XML 1.0 forbids, such as other control characters than tab and line break. */
    private static String valid(String text) {
        return text.codePoints()
                .map(point -> isValid(point) ? point : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isValid(int point) {
        return point >= 0x20
                ? point <= 0xD7FF || (point >= 0xE000 && point <= REPLACEMENT) || point >= 0x10000
                : "\t\n\r".indexOf(point) >= 0;
    }
}
