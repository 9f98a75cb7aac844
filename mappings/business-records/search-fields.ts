// Written by scripts/business-records-search-fields.ts: field:kind of each search, with the enumeration of those that hold one. `!`: a text, or an enumeration that is not known, that no column shows.
export const SEARCHES: Readonly<Record<string, string>> = {
  AccountSearch: 'accountingContext:MultiSelect balance:Double cashFlowRateType:EnumMultiSelect:ConsolidatedRate category1099Misc:MultiSelect ' +
    'description:String externalId:MultiSelect externalIdString:String generalRateType:EnumMultiSelect:ConsolidatedRate internalId:MultiSelect ' +
    'internalIdNumber:Long isInactive:Boolean legalName:String locale:EnumMultiSelect:Language localizedLegalName:String localizedName:String ' +
    'localizedNumber:String name:String number:String parent:MultiSelect subsidiary:MultiSelect type:EnumMultiSelect:AccountType',
  AccountingBookSearch: 'baseBook:MultiSelect contingentRevenueHandling:Boolean createdDate:Date customForm:MultiSelect ' +
    'effectivePeriod:MultiSelect externalId:MultiSelect externalIdString:String firstBasePeriod:MultiSelect includeChildren:Boolean ' +
    'internalId:MultiSelect internalIdNumber:Long isAdjustmentOnly:Boolean isConsolidated:Boolean isPrimary:Boolean lastModifiedDate:Date ' +
    'name:String status:EnumMultiSelect:AccountingBookStatus subsidiariesString:String twoStepRevenueAllocation:Boolean ' +
    'unbilledReceivableGrouping:EnumMultiSelect:AccountingBookUnbilledReceivableGrouping',
  AccountingContextSearch: 'description:String externalId:MultiSelect externalIdString:String internalId:MultiSelect internalIdNumber:Long ' +
    'isInactive:Boolean name:String',
  AccountingPeriodSearch: 'allLocked:Boolean allowNonGlChanges:Boolean apLocked:Boolean arLocked:Boolean closed:Boolean closedOnDate:Date ' +
    'endDate:Date internalId:MultiSelect internalIdNumber:Long isAdjust:Boolean isInactive:Boolean isQuarter:Boolean isYear:Boolean ' +
    'parent:MultiSelect payrollLocked:Boolean periodName:String startDate:Date',
  AmortizationScheduleSearch: 'accountingBook:MultiSelect amortizationType:EnumMultiSelect:AmortizationType endDate:Date externalId:MultiSelect ' +
    'externalIdString:String initialAmount:String internalId:MultiSelect internalIdNumber:Long isInactive:Boolean job:MultiSelect name:String ' +
    'parentSched:MultiSelect periodOffset:Long recogIntervalSrc:String recurrenceType:EnumMultiSelect:AmortizationRecurrenceType ' +
    'remainingDeferredBalance:Double residual:String revRecOffset:Long scheduleNumber:String sourceTran:MultiSelect startDate:Date ' +
    'status:String totalAmortized:Double totalAmount:Double',
  AmortizationTemplateSearch: 'acctContra:MultiSelect acctDeferral:MultiSelect acctTarget:MultiSelect amortizationPeriod:Long ' +
    'amortizationType:EnumMultiSelect:AmortizationType externalId:MultiSelect externalIdString:String initialAmount:String internalId:MultiSelect ' +
    'internalIdNumber:Long isInactive:Boolean name:String periodOffset:Long recogIntervalSrc:String ' +
    'recurrenceType:EnumMultiSelect:AmortizationRecurrenceType residual:String revRecOffset:Long totalAmount:Double',
  BillingAccountSearch: 'billingSchedule:MultiSelect cashSaleForm:MultiSelect class:MultiSelect currency:MultiSelect customer:MultiSelect ' +
    'customerDefault:Boolean dateCreated:Date department:MultiSelect externalId:MultiSelect externalIdString:String ' +
    'frequency:EnumMultiSelect:BillingAccountFrequency idNumber:String inactive:Boolean internalId:MultiSelect internalIdNumber:Long ' +
    'invoiceForm:MultiSelect lastBillCycleDate:Date lastBillDate:Date location:MultiSelect memo:String name:String nextBillCycleDate:Date ' +
    'startDate:Date subsidiary:MultiSelect',
  BillingClassSearch: 'description:String externalId:MultiSelect externalIdString:String internalId:MultiSelect internalIdNumber:Long ' +
    'isInactive:Boolean name:String subsidiary:MultiSelect',
  BillingRateCardSearch: 'externalId:MultiSelect externalIdString:String internalId:MultiSelect internalIdNumber:Long isInactive:Boolean ' +
    'name:String',
  BillingRevenueEventSearch: 'amount:Double cumulativePercentComplete:Double customForm:MultiSelect endDate:Date eventDate:Date ' +
    'eventPurpose:EnumMultiSelect:BillingRevenueEventPurpose eventType:MultiSelect externalId:MultiSelect externalIdString:String ' +
    'internalId:MultiSelect internalIdNumber:Long projectRevenueRule:MultiSelect quantity:Double startDate:Date subscriptionLine:MultiSelect ' +
    'transactionLine:String',
  BillingScheduleSearch: 'applyToSubtotal:Boolean externalId:MultiSelect externalIdString:String ' +
    'frequency:EnumMultiSelect:BillingScheduleFrequency inArrears:Boolean initialAmount:Double initialTerms:MultiSelect internalId:MultiSelect ' +
    'internalIdNumber:Long isInactive:Boolean isPublic:Boolean name:String recurrenceCount:Long ' +
    'recurrencePattern:EnumMultiSelect:BillingScheduleRecurrencePattern recurrenceTerms:MultiSelect repeatEvery:Long ' +
    'type:EnumMultiSelect:BillingScheduleType',
  BinSearch: 'binNumber:String externalId:MultiSelect externalIdString:String inactive:Boolean internalId:MultiSelect internalIdNumber:Long ' +
    'location:MultiSelect memo:String',
  BomRevisionSearch: 'billOfMaterials:MultiSelect createdDate:Date effectiveEndDate:Date effectiveStartDate:Date externalId:MultiSelect ' +
    'externalIdString:String internalId:MultiSelect internalIdNumber:Long isInactive:Boolean memo:String name:String',
  BomSearch: 'availableForAllAssemblies:Boolean availableForAllLocations:Boolean createdDate:Date externalId:MultiSelect externalIdString:String ' +
    'includeChildren:Boolean internalId:MultiSelect internalIdNumber:Long isInactive:Boolean legacyBomForAssembly:MultiSelect memo:String ' +
    'name:String restrictToAssemblies:MultiSelect restrictToLocations:MultiSelect subsidiary:MultiSelect useComponentYield:Boolean ' +
    'usedOnAssembly:Boolean',
  BudgetExchangeRateSearch: 'accountingBook:MultiSelect averageRate:Double currentRate:Double externalId:MultiSelect externalIdString:String ' +
    'fromCurrency:MultiSelect fromSubsidiary:MultiSelect historicalRate:Double internalId:MultiSelect internalIdNumber:Long isDerived:Boolean ' +
    'isEliminationSubsidiary:Boolean isPeriodClosed:Boolean periodEndDate:Date periodStartDate:Date postingPeriod:MultiSelect ' +
    'toCurrency:MultiSelect toSubsidiary:MultiSelect',
  CalendarEventSearch: 'accessLevel:EnumMultiSelect:CalendarEventAccessLevel attendee:MultiSelect calendar:MultiSelect completedDate:Date ' +
    'createdDate:Date externalId:MultiSelect externalIdString:String instanceStart:Date internalId:MultiSelect internalIdNumber:Long ' +
    'isUpcomingEvent:Boolean lastModifiedDate:Date location:String message:String organizer:MultiSelect owner:MultiSelect resource:MultiSelect ' +
    'response:EnumMultiSelect:CalendarEventAttendeeResponse startDate:Date status:EnumMultiSelect:CalendarEventStatus title:String',
  CampaignResponseSearch: 'campaignEvent:MultiSelect campaignResponseDate:Date channel:String entity:MultiSelect externalId:MultiSelect ' +
    'externalIdString:String internalId:MultiSelect internalIdNumber:Long leadSource:MultiSelect note:String ' +
    'response:EnumMultiSelect:CampaignResponseResponse',
  ItemSearch: 'accBookRevRecForecastRule:MultiSelect account:MultiSelect accountingBook:MultiSelect accountingBookAmortization:MultiSelect ' +
    'accountingBookCreatePlansOn:MultiSelect accountingBookRevRecRule:MultiSelect accountingBookRevRecSchedule:MultiSelect ' +
    'allowedShippingMethod:MultiSelect alternateDemandSourceItem:MultiSelect atpLeadTime:Double atpMethod:EnumMultiSelect autoLeadTime:Boolean ' +
    'autoPreferredStockLevel:Boolean autoReorderPoint:Boolean availableToPartners:Boolean averageCost:Double backwardConsumptionDays:Long ' +
    'binNumber:String binOnHandAvail:Double binOnHandCount:Double bomQuantity:Double buildEntireAssembly:Boolean buildTime:Double ' +
    'buyItNowPrice:Double caption:String! category:MultiSelect class:MultiSelect component:MultiSelect componentOf:MultiSelect ' +
    'componentYield:Double contingentRevenueHandling:Boolean copyDescription:Boolean correlatedItem:MultiSelect correlatedItemCorrelation:Double ' +
    'correlatedItemCount:Long correlatedItemLift:Double correlatedItemPurchaseRate:Double cost:Double costAccountingStatus:EnumMultiSelect ' +
    'costCategory:MultiSelect costEstimate:Double costEstimateType:EnumMultiSelect:ItemCostEstimateType ' +
    'costingMethod:EnumMultiSelect:ItemCostingMethod countryOfManufacture:EnumMultiSelect:Country created:Date createJob:Boolean ' +
    'createRevenuePlansOn:MultiSelect dateViewed:Date daysBeforeExpiration:Double defaultReturnCost:Double defaultShippingMethod:MultiSelect ' +
    'deferRevRec:Boolean demandModifier:Double demandSource:EnumMultiSelect demandTimeFence:Long department:MultiSelect ' +
    'directRevenuePosting:Boolean displayIneBayStore:Boolean displayName:String distributionCategory:MultiSelect distributionNetwork:MultiSelect ' +
    'dontShowPrice:Boolean eBayItemDescription:String eBayItemSubtitle:String eBayItemTitle:String ebayRelistingOption:EnumMultiSelect ' +
    'effectiveBomControl:EnumMultiSelect:AssemblyItemEffectiveBomControl effectiveDate:Date effectiveRevision:MultiSelect ' +
    'endAuctionsWhenOutOfStock:Boolean excludeFromSitemap:Boolean externalId:MultiSelect externalIdString:String featuredDescription:String ' +
    'feedDescription:String feedName:String fixedLotSize:Double forwardConsumptionDays:Long fraudRisk:EnumMultiSelect froogleProductFeed:Boolean ' +
    'fxCost:Double generateAccruals:Boolean giftCertAuthCode:String giftCertEmail:String giftCertExpDate:Date giftCertFrom:String ' +
    'giftCertMsg:String! giftCertOrigAmt:String! giftCertRecipient:String hierarchyNode:MultiSelect hierarchyVersion:MultiSelect imageUrl:String ' +
    'includeChildren:Boolean internalId:MultiSelect internalIdNumber:Long inventoryLocation:MultiSelect ' +
    'invtClassification:EnumMultiSelect:ItemInvtClassification invtCountInterval:Long isAvailable:Boolean isDropShipItem:Boolean ' +
    'isFulfillable:Boolean isGcoCompliant:Boolean isInactive:Boolean isLotItem:Boolean isOnline:Boolean isPreferredVendor:Boolean ' +
    'isSerialItem:Boolean isSpecialOrderItem:Boolean isSpecialWorkOrderItem:Boolean isStorePickupAllowed:Boolean issueProduct:MultiSelect ' +
    'isTaxable:Boolean isVsoeBundle:Boolean isWip:Boolean itemId:String itemRevenueCategory:MultiSelect itemUrl:String lastInvtCountDate:Date ' +
    'lastModifiedDate:Date lastPurchasePrice:Double lastQuantityAvailableChange:Date leadTime:Long listingDuration:EnumMultiSelect ' +
    'location:MultiSelect locationAllowStorePickup:Boolean locationAtpLeadTime:Double locationAverageCost:Double locationBuildTime:Double ' +
    'locationCost:Double locationCostAccountingStatus:EnumMultiSelect locationDefaultReturnCost:Double locationDemandSource:EnumMultiSelect ' +
    'locationDemandTimeFence:Long locationFixedLotSize:Double locationInventoryCostTemplate:MultiSelect ' +
    'locationInvtClassification:EnumMultiSelect:ItemInvtClassification locationInvtCountInterval:Long locationLastInvtCountDate:Date ' +
    'locationLeadTime:Long locationNextInvtCountDate:Date locationPeriodicLotSizeDays:Long ' +
    'locationPeriodicLotSizeType:EnumMultiSelect:PeriodicLotSizeType locationPreferredStockLevel:Double locationQtyAvailForStorePickup:Double ' +
    'locationQuantityAvailable:Double locationQuantityBackOrdered:Double locationQuantityCommitted:Double locationQuantityInTransit:Double ' +
    'locationQuantityOnHand:Double locationQuantityOnOrder:Double locationReorderPoint:Double locationRescheduleInDays:Long ' +
    'locationRescheduleOutDays:Long locationSafetyStockLevel:Double locationStorePickupBufferStock:Double ' +
    'locationSupplyLotSizingMethod:EnumMultiSelect locationSupplyTimeFence:Long locationSupplyType:EnumMultiSelect locationTotalValue:Double ' +
    'locBackwardConsumptionDays:Long locForwardConsumptionDays:Long manufacturer:String manufactureraddr1:String! manufacturerCity:String ' +
    'manufacturerState:String manufacturerTariff:String manufacturerTaxId:String manufacturerZip:String manufacturingChargeItem:Boolean ' +
    'matchBillToReceipt:Boolean matrix:Boolean matrixChild:Boolean maximumQuantity:Long metaTagHtml:String minimumQuantity:Long ' +
    'mossApplies:Boolean mpn:String multManufactureAddr:Boolean nexTagCategory:String! nexTagProductFeed:Boolean nextInvtCountDate:Date ' +
    'numActiveListings:Long numberAllowedDownloads:Double numCurrentlyListed:Long obsoleteDate:Date obsoleteRevision:MultiSelect ' +
    'offerSupport:Boolean onlineCustomerPrice:Double onSpecial:Boolean otherVendor:MultiSelect outOfStockBehavior:MultiSelect ' +
    'overallQuantityPricingType:EnumMultiSelect:ItemOverallQuantityPricingType overheadType:EnumMultiSelect pageTitle:String parent:MultiSelect ' +
    'periodicLotSizeDays:Long periodicLotSizeType:EnumMultiSelect:PeriodicLotSizeType preferenceCriterion:String preferredBin:Boolean ' +
    'preferredLocation:MultiSelect preferredStockLevel:Double preferredStockLevelDays:Long price:Double pricesIncludeTax:Boolean ' +
    'pricingGroup:MultiSelect primaryCategory:Long purchaseOrderAmount:Double purchaseOrderQuantity:Double purchaseOrderQuantityDiff:Double ' +
    'purchaseUnit:MultiSelect quantityAvailable:Double quantityBackOrdered:Double quantityCommitted:Double quantityOnHand:Double ' +
    'quantityOnOrder:Double quantityPricingSchedule:MultiSelect receiptAmount:Double receiptQuantity:Double receiptQuantityDiff:Double ' +
    'reorderMultiple:Long reorderPoint:Double rescheduleInDays:Long rescheduleOutDays:Long reservePrice:Double ' +
    'revenueAllocationGroup:MultiSelect revenueRecognitionRule:MultiSelect revRecForecastRule:MultiSelect revRecSchedule:MultiSelect ' +
    'roundUpAsComponent:Boolean safetyStockLevel:Double safetyStockLevelDays:Long salesDescription:String saleUnit:MultiSelect ' +
    'sameAsPrimaryBookAmortization:Boolean sameAsPrimaryBookRevRec:Boolean scheduleBCode:EnumMultiSelect scheduleBNumber:String ' +
    'scheduleBQuantity:String searchKeywords:String seasonalDemand:Boolean sellOnEBay:Boolean serialNumber:String ' +
    'serialNumberLocation:MultiSelect shipIndividually:Boolean shipPackage:MultiSelect shippingCarrier:EnumMultiSelect:ShippingCarrier ' +
    'shippingRate:Double shoppingDotComCategory:String shoppingProductFeed:Boolean shopzillaCategoryId:Long shopzillaProductFeed:Boolean ' +
    'sitemapPriority:EnumMultiSelect:SitemapPriority softDescriptor:MultiSelect startingPrice:Double stockDescription:String ' +
    'stockUnit:MultiSelect storeDescription:String subsidiary:MultiSelect subType:EnumMultiSelect supplyLotSizingMethod:EnumMultiSelect ' +
    'supplyReplenishmentMethod:EnumMultiSelect supplyTimeFence:Long supplyType:EnumMultiSelect taxCode:MultiSelect taxSchedule:MultiSelect ' +
    'thumbnailUrl:String! totalValue:Double trackLandedCost:Boolean transferPrice:Double type:EnumMultiSelect:ItemType unitsType:MultiSelect ' +
    'upcCode:String urlComponent:String useBins:Boolean useComponentYield:Boolean useMarginalRates:Boolean vendor:MultiSelect vendorCode:String ' +
    'vendorCost:Double vendorCostEntered:Double vendorName:String vendorPriceCurrency:MultiSelect vsoeDeferral:EnumMultiSelect:VsoeDeferral ' +
    'vsoeDelivered:Boolean vsoePermitDiscount:EnumMultiSelect:VsoePermitDiscount vsoePrice:Double vsoeSopGroup:EnumMultiSelect:VsoeSopGroup ' +
    'webSite:MultiSelect weight:Double yahooProductFeed:Boolean',
  TransactionSearch: 'account:MultiSelect accountType:EnumMultiSelect:AccountType acctCorpCardExp:MultiSelect actualShipDate:Date ' +
    'altSalesAmount:Double altSalesNetAmount:Double amount:Double amountPaid:Double amountRemaining:Double amountUnbilled:Double ' +
    'anyLineItem:MultiSelect appliedToForeignAmount:Double appliedToIsFxVariance:Boolean appliedToLinkAmount:Double ' +
    'appliedToLinkType:EnumMultiSelect appliedToTransaction:MultiSelect applyingForeignAmount:Double applyingIsFxVariance:Boolean ' +
    'applyingLinkAmount:Double applyingLinkType:EnumMultiSelect applyingTransaction:MultiSelect approvalStatus:EnumMultiSelect authCode:String ' +
    'autoCalculateLag:Boolean avsStreetMatch:EnumMultiSelect:AvsMatchCode avsZipMatch:EnumMultiSelect:AvsMatchCode billable:Boolean ' +
    'billAddress:String billAddressee:String billAttention:String billCity:String billCountry:EnumMultiSelect:Country billCounty:String! ' +
    'billedDate:Date billingAccount:MultiSelect billingSchedule:MultiSelect billingStatus:Boolean billingTransaction:MultiSelect ' +
    'billPhone:String billState:String billVarianceStatus:EnumMultiSelect:BlanketPurchaseOrderBillVarianceStatus billZip:String binNumber:String ' +
    'binNumberQuantity:Double bomQuantity:Double bookSpecificTransaction:Boolean buildEntireAssembly:Boolean buildVariance:Double built:Double ' +
    'canHaveStackablePromotions:Boolean catchUpPeriod:MultiSelect ccCustomerCode:String ccExpireDate:Date ccName:String! ccNumber:String ' +
    'chargeType:EnumMultiSelect! class:MultiSelect cleared:Boolean closed:Boolean closeDate:Date cogs:Boolean commissionEffectiveDate:Date ' +
    'commit:EnumMultiSelect componentYield:Double confirmationNumber:String contribution:Long costComponentAmount:Double ' +
    'costComponentCategory:MultiSelect costComponentItem:MultiSelect costComponentQuantity:Double costComponentStandardCost:Double ' +
    'costEstimate:Double costEstimateRate:Double costEstimateType:EnumMultiSelect:ItemCostEstimateType createdBy:MultiSelect ' +
    'createdFrom:MultiSelect creditAmount:Double cscMatch:EnumMultiSelect:AvsMatchCode currency:MultiSelect customerSubOf:MultiSelect ' +
    'customForm:MultiSelect customGL:Boolean custType:MultiSelect dateCreated:Date daysOpen:Long daysOverdue:Long debitAmount:Double ' +
    'deferredRevenue:Double deferRevRec:Boolean department:MultiSelect depositDate:Date depositTransaction:MultiSelect drAccount:MultiSelect ' +
    'dueDate:Date email:String employee:MultiSelect endDate:Date entity:MultiSelect entityStatus:MultiSelect estGrossProfit:Double ' +
    'estGrossProfitPct:Double exchangeRate:Double excludeCommission:Boolean excludeFromRateRequest:Boolean expectedCloseDate:Date ' +
    'expectedReceiptDate:Date expenseCategory:MultiSelect expenseDate:Date externalId:MultiSelect externalIdString:String finChrg:Boolean ' +
    'firmed:Boolean forecastType:EnumMultiSelect fulfillingTransaction:MultiSelect fxAccount:MultiSelect fxAmount:Double fxCostEstimate:Double ' +
    'fxCostEstimateRate:Double fxEstGrossProfit:Double fxTranCostEstimate:Double fxVsoeAllocation:Double fxVsoeAmount:Double fxVsoePrice:Double ' +
    'gcoAvailabelToCharge:Boolean gcoAvailableToRefund:Boolean gcoAvsStreetMatch:EnumMultiSelect:AvsMatchCode ' +
    'gcoAvsZipMatch:EnumMultiSelect:AvsMatchCode gcoBuyerAccountAge:Long gcoBuyerIp:String gcoChargeAmount:Double gcoChargebackAmount:Double ' +
    'gcoConfirmedChargedTotal:Double gcoConfirmedRefundedTotal:Double gcoCreditcardNumber:String gcoCscMatch:EnumMultiSelect:AvsMatchCode ' +
    'gcoFinancialState:String gcoFulfillmentState:String gcoOrderId:String gcoOrderTotal:Double gcoPromotionAmount:Double ' +
    'gcoPromotionName:String gcoRefundAmount:Double gcoShippingTotal:Double gcoStateChangedDetail:String giftCertificate:String! ' +
    'grossAmount:Double includeInForecast:Boolean incoterm:MultiSelect intercoStatus:EnumMultiSelect:IntercoStatus intercoTransaction:MultiSelect ' +
    'internalId:MultiSelect internalIdNumber:Long inventoryLocation:MultiSelect inventorySubsidiary:MultiSelect inVsoeBundle:Boolean ' +
    'isAllocation:Boolean isBackflush:Boolean isGcoChargeback:Boolean isGcoChargeConfirmed:Boolean isGcoPaymentGuaranteed:Boolean ' +
    'isGcoRefundConfirmed:Boolean isInsideDelivery:Boolean isInsidePickup:Boolean isIntercompanyAdjustment:Boolean isInTransitPayment:Boolean ' +
    'isMultiShipTo:Boolean isPayPalMeth:Boolean isReversal:Boolean isRevRecTransaction:Boolean isScrap:Boolean isShipAddress:Boolean ' +
    'isTransferPriceCosting:Boolean isVsoeAlloc:Boolean isWip:Boolean item:MultiSelect ' +
    'itemFulfillmentChoice:EnumMultiSelect:SalesOrderItemFulfillmentChoice itemRevision:MultiSelect itemSubOf:MultiSelect ' +
    'landedCostPerLine:Boolean lastModifiedDate:Date leadSource:MultiSelect lineUniqueKey:Long location:MultiSelect locationAutoAssigned:Boolean ' +
    'mainLine:Boolean mainName:MultiSelect manufacturingRouting:MultiSelect matchBillToReceipt:Boolean memo:String memoMain:String ' +
    'memorized:Boolean merchantAccount:String! message:String multiSubsidiary:Boolean nameText:String! netAmount:Double ' +
    'nextApprover:MultiSelect nextBillDate:Date noAutoAssignLocation:Boolean nonReimbursable:Boolean number:Long oneTimeTotal:Double ' +
    'opportunity:MultiSelect orderPriority:Double otherRefNum:TextNumber otherRefNumNonDeposit:TextNumber overheadParentItem:MultiSelect ' +
    'packageCount:Long paidTransaction:MultiSelect parent:Long partner:MultiSelect partnerContribution:Long partnerRole:MultiSelect ' +
    'partnerTeamMember:MultiSelect payingTransaction:MultiSelect paymentApproved:Boolean paymentEventDate:Date ' +
    'paymentEventHoldReason:EnumMultiSelect:TransactionPaymentEventHoldReason paymentEventPurchaseCardUsed:Boolean ' +
    'paymentEventPurchaseDataSent:Boolean paymentEventResult:EnumMultiSelect:TransactionPaymentEventResult ' +
    'paymentEventType:EnumMultiSelect:TransactionPaymentEventType paymentHold:Boolean paymentMethod:MultiSelect paymentOption:String! ' +
    'payPalPending:Boolean payPalStatus:String payPalTranId:String pnRefNum:String poAsText:String! posting:Boolean priceLevel:MultiSelect ' +
    'printedPickingTicket:Boolean probability:Long projectedAmount:Double projectTask:MultiSelect promoCode:MultiSelect ' +
    'purchaseOrder:MultiSelect quantity:Double quantityBilled:Double quantityCommitted:Double quantityPacked:Double quantityPicked:Double ' +
    'quantityRevCommitted:Double quantityShipRecv:Double recognizedRevenue:Double recordType:String recurAnnuallyTotal:Double ' +
    'recurMonthlyTotal:Double recurQuarterlyTotal:Double recurringBill:Boolean recurWeeklyTotal:Double refNumber:Long ' +
    'revCommitStatus:EnumMultiSelect:RevenueCommitStatus revCommittingStatus:Boolean revCommittingTransaction:MultiSelect ' +
    'revenueStatus:EnumMultiSelect:RevenueStatus reversalDate:Date reversalNumber:String revRecEndDate:Date revRecOnRevCommitment:Boolean ' +
    'revRecStartDate:Date revRecTermInMonths:Long salesEffectiveDate:Date salesOrder:MultiSelect salesRep:MultiSelect ' +
    'salesTeamMember:MultiSelect salesTeamRole:MultiSelect schedulingMethod:EnumMultiSelect:WorkOrderSchedulingMethod serialNumber:String ' +
    'serialNumberCost:Double serialNumberCostAdjustment:Double serialNumberQuantity:Double serialNumbers:String shipAddress:String ' +
    'shipAddressee:String shipAttention:String shipCarrier:EnumMultiSelect:ShippingCarrier shipCity:String shipComplete:Boolean ' +
    'shipCountry:EnumMultiSelect:Country shipCounty:String! shipDate:Date shipGroup:Long shipMethod:MultiSelect shipPhone:String ' +
    'shipping:Boolean shipRecvStatus:Boolean shipRecvStatusLine:Boolean shipState:MultiSelect shipTo:MultiSelect shipZip:String ' +
    'source:EnumMultiSelect startDate:Date statistical:Boolean status:EnumMultiSelect subscription:MultiSelect subscriptionLine:MultiSelect ' +
    'subsidiary:MultiSelect taxItem:MultiSelect taxLine:Boolean taxPointDate:Date taxRate:Double terms:MultiSelect termsOfSale:EnumMultiSelect ' +
    'title:String toBeEmailed:Boolean toBePrinted:Boolean toSubsidiary:MultiSelect totalAmount:Double trackingNumbers:String ' +
    'tranCostEstimate:Double tranDate:Date tranEstGrossProfit:Double tranEstGrossProfitPct:Double tranFxEstGrossProfit:Double tranId:String ' +
    'tranIsVsoeBundle:Boolean transactionDiscount:Boolean transactionLineType:EnumMultiSelect transactionNumber:String ' +
    'transferLocation:MultiSelect transferOrderQuantityCommitted:Double transferOrderQuantityPacked:Double transferOrderQuantityPicked:Double ' +
    'transferOrderQuantityReceived:Double transferOrderQuantityShipped:Double type:EnumMultiSelect:TransactionType unit:MultiSelect ' +
    'unitCostOverride:Double unitsType:MultiSelect vendType:MultiSelect visibleToCustomer:Boolean voided:Boolean vsoeAllocation:Double ' +
    'vsoeAmount:Double vsoeDeferral:EnumMultiSelect:VsoeDeferral vsoeDelivered:Boolean vsoePermitDiscount:EnumMultiSelect:VsoePermitDiscount ' +
    'vsoePrice:Double webSite:MultiSelect',
};

/** Values, in the order of the contract: those with a code of the record API after it, others lose their underscore there. */
export const ENUMERATIONS: Readonly<Record<string, string>> = {
  AccountType: 'AcctPay:_accountsPayable AcctRec:_accountsReceivable Bank:_bank COGS:_costOfGoodsSold CredCard:_creditCard ' +
    'DeferExpense:_deferredExpense DeferRevenue:_deferredRevenue Equity:_equity Expense:_expense FixedAsset:_fixedAsset Income:_income ' +
    'LongTermLiab:_longTermLiability NonPosting:_nonPosting OthAsset:_otherAsset OthCurrAsset:_otherCurrentAsset ' +
    'OthCurrLiab:_otherCurrentLiability OthExpense:_otherExpense OthIncome:_otherIncome Stat:_statistical UnbilledRec:_unbilledReceivable',
  AccountingBookStatus: '_active _inactive _pending',
  AccountingBookUnbilledReceivableGrouping: '_arrangement _element _subArrangementGroup',
  AmortizationRecurrenceType: '_custom _straightLineByEvenPeriods _straightLineProrateFirstAndLastPeriod ' +
    '_straightLineProrateFirstAndLastPeriodPeriodRate _straightLineUsingExactDays',
  AmortizationType: '_standard _variable',
  AssemblyItemEffectiveBomControl: '_effectiveDate _revisionControl',
  AvsMatchCode: '_n _x _y',
  BillingAccountFrequency: '_annually _custom _daily _endOfPeriod _everyFourWeeks _everyThreeYears _everyTwoMonths _everyTwoWeeks ' +
    '_everyTwoYears _hourly _monthly _never _oneTime _quarterly _startOfPeriod _twiceAMonth _twiceAYear _weekly',
  BillingRevenueEventPurpose: '_actual _forecast',
  BillingScheduleFrequency: '_annually _custom _daily _endOfPeriod _monthly _never _oneTime _startOfPeriod _weekly',
  BillingScheduleRecurrencePattern: '_anniversaryBillDate _fixedBillDate',
  BillingScheduleType: '_chargeBased _fixedBidInterval _fixedBidMilestone _standard _timeAndMaterials',
  BlanketPurchaseOrderBillVarianceStatus: '_journalNotPosted _journalPosted _noVariances',
  CalendarEventAccessLevel: '_private _public _showAsBusy',
  CalendarEventAttendeeResponse: 'ACCEPTED:_accepted DECLINED:_declined NO_RESPONSE:_noResponse TENTATIVE:_tentative',
  CalendarEventStatus: 'CANCELLED:_canceled COMPLETE:_completed CONFIRMED:_confirmed TENTATIVE:_tentative',
  CampaignResponseResponse: '_bounced _clickedThru _purchased _received _responded _sent _subscribed _unsubscribed',
  ConsolidatedRate: 'AVERAGE:_average CURRENT:_current HISTORICAL:_historical',
  Country: '_afghanistan _alandIslands _albania _algeria _americanSamoa _andorra _angola _anguilla _antarctica _antiguaAndBarbuda ' +
    '_argentina _armenia _aruba _australia _austria _azerbaijan _bahamas _bahrain _bangladesh _barbados _belarus _belgium _belize _benin ' +
    '_bermuda _bhutan _bolivia _bonaireSaintEustatiusAndSaba _bosniaAndHerzegovina _botswana _bouvetIsland _brazil ' +
    '_britishIndianOceanTerritory _bruneiDarussalam _bulgaria _burkinaFaso _burundi _cambodia _cameroon _canada _canaryIslands _capeVerde ' +
    '_caymanIslands _centralAfricanRepublic _ceutaAndMelilla _chad _chile _china _christmasIsland _cocosKeelingIslands _colombia _comoros ' +
    '_congoDemocraticPeoplesRepublic _congoRepublicOf _cookIslands _costaRica _coteDIvoire _croatiaHrvatska _cuba _curacao _cyprus ' +
    '_czechRepublic _denmark _djibouti _dominica _dominicanRepublic _eastTimor _ecuador _egypt _elSalvador _equatorialGuinea _eritrea ' +
    '_estonia _ethiopia _falklandIslands _faroeIslands _fiji _finland _france _frenchGuiana _frenchPolynesia _frenchSouthernTerritories ' +
    '_gabon _gambia _georgia _germany _ghana _gibraltar _greece _greenland _grenada _guadeloupe _guam _guatemala _guernsey _guinea ' +
    '_guineaBissau _guyana _haiti _heardAndMcDonaldIslands _holySeeCityVaticanState _honduras _hongKong _hungary _iceland _india _indonesia ' +
    '_iranIslamicRepublicOf _iraq _ireland _isleOfMan _israel _italy _jamaica _japan _jersey _jordan _kazakhstan _kenya _kiribati ' +
    '_koreaDemocraticPeoplesRepublic _koreaRepublicOf _kosovo _kuwait _kyrgyzstan _laoPeoplesDemocraticRepublic _latvia _lebanon _lesotho ' +
    '_liberia _libya _liechtenstein _lithuania _luxembourg _macau _macedonia _madagascar _malawi _malaysia _maldives _mali _malta ' +
    '_marshallIslands _martinique _mauritania _mauritius _mayotte _mexico _micronesiaFederalStateOf _moldovaRepublicOf _monaco _mongolia ' +
    '_montenegro _montserrat _morocco _mozambique _myanmar _namibia _nauru _nepal _netherlands _newCaledonia _newZealand _nicaragua ' +
    '_niger _nigeria _niue _norfolkIsland _northernMarianaIslands _norway _oman _pakistan _palau _panama _papuaNewGuinea _paraguay _peru ' +
    '_philippines _pitcairnIsland _poland _portugal _puertoRico _qatar _reunionIsland _romania _russianFederation _rwanda _saintBarthelemy ' +
    '_saintHelena _saintKittsAndNevis _saintLucia _saintMartin _saintVincentAndTheGrenadines _samoa _sanMarino _saoTomeAndPrincipe ' +
    '_saudiArabia _senegal _serbia _seychelles _sierraLeone _singapore _sintMaarten _slovakRepublic _slovenia _solomonIslands _somalia ' +
    '_southAfrica _southGeorgia _southSudan _spain _sriLanka _stateOfPalestine _stPierreAndMiquelon _sudan _suriname ' +
    '_svalbardAndJanMayenIslands _swaziland _sweden _switzerland _syrianArabRepublic _taiwan _tajikistan _tanzania _thailand _togo _tokelau ' +
    '_tonga _trinidadAndTobago _tunisia _turkey _turkmenistan _turksAndCaicosIslands _tuvalu _uganda _ukraine _unitedArabEmirates ' +
    '_unitedKingdom _unitedStates _uruguay _uSMinorOutlyingIslands _uzbekistan _vanuatu _venezuela _vietnam _virginIslandsBritish ' +
    '_virginIslandsUSA _wallisAndFutunaIslands _westernSahara _yemen _zambia _zimbabwe',
  IntercoStatus: '_paired _pending _rejected',
  ItemCostEstimateType: '_averageCost _custom _derivedFromMemberItems _itemDefinedCost _lastPurchasePrice _preferredVendorRate ' +
    '_purchaseOrderRate _purchasePrice',
  ItemCostingMethod: '_average _fifo _groupAverage _lifo _lotNumbered _serialized _standard',
  ItemInvtClassification: '_a _b _c',
  ItemOverallQuantityPricingType: '_byLineQuantity _byOverallItemQuantity _byOverallParentQuantity _byOverallScheduleQuantity',
  ItemType: '_assembly _description _discount _downloadItem _giftCertificateItem _inventoryItem _itemGroup _kit _markup _nonInventoryItem ' +
    '_otherCharge _payment _service _subtotal',
  Language: '_afrikaans _albanian _arabic _armenian _bengali _bosnian _bulgarian _catalan _chineseSimplified _chineseTraditional _croatian ' +
    '_czech _danish _dutch _englishAu _englishCa _englishInternational _englishUK _englishUS _estonian _filipino _finnish _frenchCanada ' +
    '_frenchFrance _german _greek _gujarati _haitian _hebrew _hindi _hungarian _icelandic _indonesian _italian _japanese _kannada ' +
    '_korean _latinAmericanSpanish _latvian _lithuanian _luxembourgish _malay _marathi _norwegian _persianIran _polish _portugueseBrazil ' +
    '_portuguesePortugal _punjabi _romanian _russian _serbianCyrillic _serbianLatin _slovak _slovenian _spanish _swedish _tamil _telugu ' +
    '_thai _turkish _ukrainian _vietnamese',
  PeriodicLotSizeType: '_interval _monthly _weekly',
  RevenueCommitStatus: '_committed _partiallyCommitted _pendingCommitment',
  RevenueStatus: '_pending _inProgress _completed _onRevCommitment',
  SalesOrderItemFulfillmentChoice: '_ship _storePickup',
  ShippingCarrier: '_fedexUspsMore _ups',
  SitemapPriority: '_00 _01 _02 _03 _04 _05 _06 _07 _08 _09 _10 _auto',
  TransactionPaymentEventHoldReason: '_amountExceedsMaximumAllowedAmount _authorizationDecline _cardExpired _cardInvalid ' +
    '_confirmationOfTheOperationIsPending _externalFraudRejection _externalFraudReview _failedToPrimeDevice _fatalError ' +
    '_forwardedToPayerAuthentication _forwardRequested _gatewayAsynchronousNotification _gatewayError _generalHold _generalReject ' +
    '_operationWasSuccessful _operationWasTerminated _overridenBy _partnerDecline _paymentDeviceWasPrimed _paymentOperationWasCanceled ' +
    '_systemError _verbalAuthorizationRequested _verificationRejection _verificationRequired',
  TransactionPaymentEventResult: '_accept _holdOverride _paymentHold _pending _reject',
  TransactionPaymentEventType: '_authorization _captureAuthorization _credit _overrideHold _refreshAuthorization _refund _sale ' +
    '_voidAuthorization',
  TransactionType: '_assemblyBuild _assemblyUnbuild _binTransfer _binWorksheet _cashRefund _cashSale _check _creditMemo _custom ' +
    '_customerDeposit _customerPayment _customerRefund _deposit _depositApplication _estimate _expenseReport _inboundShipment ' +
    '_inventoryAdjustment _inventoryCostRevaluation _inventoryTransfer _invoice _itemFulfillment _itemReceipt _journal _opportunity _paycheck ' +
    '_paycheckJournal _periodEndJournal _purchaseOrder _requisition _returnAuthorization _salesOrder _transferOrder _vendorBill _vendorCredit ' +
    '_vendorPayment _vendorReturnAuthorization _workOrder _workOrderClose _workOrderCompletion _workOrderIssue _blanketPurchaseOrder',
  VsoeDeferral: '_deferBundleUntilDelivered _deferUntilItemDelivered',
  VsoePermitDiscount: '_asAllowed _never',
  VsoeSopGroup: '_exclude _normal _software',
  WorkOrderSchedulingMethod: '_backward _forward',
};
