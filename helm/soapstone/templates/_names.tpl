{{- define "soapstone.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "soapstone.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "soapstone.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "soapstone.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.selector" -}}
app.kubernetes.io/name: {{ include "soapstone.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "soapstone.labels" -}}
{{ include "soapstone.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "soapstone.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "soapstone.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ default $.Chart.AppVersion .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Ports as the settings have them. */ -}}
{{- define "soapstone.port" -}}
{{- default 8080 .Values.settings.port -}}
{{- end -}}

{{- define "soapstone.adminPort" -}}
{{- $port := default 9090 .Values.settings.adminPort -}}
{{- if eq (toString $port) "off" -}}
{{- fail "settings.adminPort: the chart's probes need the admin port" -}}
{{- end -}}
{{- $port -}}
{{- end -}}

{{- /* A bridge's name in names of volumes and ConfigMaps. */ -}}
{{- define "soapstone.part" -}}
{{- $plain := lower . | replace "_" "-" | replace "." "-" | replace " " "-" -}}
{{- printf "%s-%s" ($plain | trunc 30 | trimSuffix "-") (sha256sum . | trunc 6) -}}
{{- end -}}
