/** What every graph of ours promises, as SHACL shapes: the package publishes them as `shapes.ttl`. */

/** The default shapes in Turtle. They hold for every graph that is built here, before and after inference. */
export const defaultShapes = `@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix md: <urn:graphdown:vocab:> .
@prefix schema: <https://schema.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<urn:graphdown:shape:Document> a sh:NodeShape ;
  sh:targetClass md:Document ;
  sh:nodeKind sh:IRI ;
  sh:property [ sh:path schema:name ; sh:minCount 1 ; sh:maxCount 1 ; sh:nodeKind sh:Literal ] ;
  sh:property [ sh:path md:path ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ; sh:minLength 1 ] ;
  sh:property [
    sh:path md:sha256 ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ; sh:pattern "^[0-9a-f]{64}$"
  ] .

<urn:graphdown:shape:Section> a sh:NodeShape ;
  sh:targetClass md:Section ;
  sh:nodeKind sh:IRI ;
  sh:property [ sh:path schema:name ; sh:minCount 1 ; sh:maxCount 1 ; sh:nodeKind sh:Literal ] ;
  sh:property [
    sh:path schema:position ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:integer ; sh:minInclusive 1
  ] ;
  sh:property [
    sh:path md:startLine ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:integer ; sh:minInclusive 1 ;
    sh:lessThanOrEquals md:endLine
  ] ;
  sh:property [ sh:path md:endLine ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:integer ] .

<urn:graphdown:shape:Concept> a sh:NodeShape ;
  sh:targetClass skos:Concept ;
  sh:property [ sh:path skos:prefLabel ; sh:minCount 1 ; sh:nodeKind sh:Literal ; sh:uniqueLang true ] .

<urn:graphdown:shape:Reference> a sh:NodeShape ;
  sh:targetObjectsOf dcterms:references ;
  sh:or ( [ sh:class md:Document ] [ sh:class md:Section ] ) ;
  sh:message "What is referred to is a document or section of the graph." .
`;
