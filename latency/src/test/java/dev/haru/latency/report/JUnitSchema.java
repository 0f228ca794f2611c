package dev.haru.latency.report;

import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Validates JUnit XML against {@code junit.xsd}. */
public final class JUnitSchema {

    private JUnitSchema() {}

    /** Returns the parsed document. Throws a SAXException if it is not valid. */
    public static Document valid(String xml) throws Exception {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(JUnitSchema.class.getResource("/junit.xsd"))
                .newValidator()
                .validate(new StreamSource(new StringReader(xml)));
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }
}
