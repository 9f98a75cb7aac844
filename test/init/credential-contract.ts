// A contract whose one operation, listRooms, has a header part that says who calls.

/** `members` of the header part: elements of XML Schema. */
export function credentialContract(members: string): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:c" targetNamespace="urn:c">
    <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:c" elementFormDefault="qualified">
      <xs:element name="listRooms"><xs:complexType/></xs:element>
      <xs:element name="AuthHeader"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>
    </xs:schema></types>
    <message name="m"><part name="p" element="t:listRooms"/></message>
    <message name="h"><part name="auth" element="t:AuthHeader"/></message>
    <portType name="Rooms"><operation name="listRooms"><input message="t:m"/></operation></portType>
    <binding name="b" type="t:Rooms"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="listRooms"><s:operation/><input><s:header message="t:h" part="auth" use="literal"/><s:body use="literal"/></input></operation></binding>
    <service name="v"><port name="p" binding="t:b"><s:address location="http://127.0.0.1/"/></port></service></definitions>`;
}

/** A member that is a text. */
export function textMember(name: string, range = ''): string {
  return `<xs:element name="${name}" type="xs:string" ${range}/>`;
}
